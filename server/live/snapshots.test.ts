import { describe, expect, test } from 'vitest'
import { SerializedAnswer } from '../http/serialized-answer.ts'
import { makeSnapshots, type Snapshot } from './snapshots.ts'

/** Answers that are made when the test says so; `made` counts how often one was begun. */
function makeKitchen() {
  const orders: ((answer: Snapshot<SerializedAnswer<string>>) => void)[] = []
  return {
    get made() {
      return orders.length
    },
    make: () => new Promise<Snapshot<SerializedAnswer<string>>>((resolve) => void orders.push(resolve)),
    serve(text: string, { order = orders.length - 1, valid_until = Infinity } = {}) {
      orders[order]!({ answer: new SerializedAnswer(JSON.stringify(text)), valid_until })
    },
  }
}

/** Snapshots of a database whose moment is what the test says it is; undefined stands for one that never answers. */
function snapshotsAt(moment: () => string | undefined = () => '1:1:') {
  return makeSnapshots(async (make, begins) => {
    const began = moment()
    if (began !== undefined) begins(began)
    return { found: await make(null as never), moment: began ?? '1:1:' }
  })
}

function keeping(moment?: () => string | undefined) {
  const snapshots = snapshotsAt(moment)
  snapshots.keep(true)
  const kitchen = makeKitchen()
  const ask = (now = 0, key = 'menu') =>
    snapshots
      .get({ key, make: kitchen.make }, now)
      .then((answer) => answer && (JSON.parse(answer.text) as string))
  return { snapshots, kitchen, ask }
}

describe('a snapshot', () => {
  test('is made once for all who ask while it is made, and then kept', async () => {
    const { kitchen, ask } = keeping()
    const readers = [ask(), ask(), ask()]
    kitchen.serve('soup')
    expect(await Promise.all(readers)).toEqual(['soup', 'soup', 'soup'])
    expect(await ask()).toBe('soup')
    expect(kitchen.made).toBe(1)
  })

  test('of one key says nothing about another', async () => {
    const { kitchen, ask } = keeping()
    const [lunch, dinner] = [ask(0, 'lunch'), ask(0, 'dinner')]
    kitchen.serve('soup', { order: 0 })
    kitchen.serve('fish', { order: 1 })
    expect([await lunch, await dinner, await ask(0, 'lunch')]).toEqual(['soup', 'fish', 'soup'])
  })

  test('is forgotten at a drop', async () => {
    const { snapshots, kitchen, ask } = keeping()
    const first = ask()
    kitchen.serve('soup')
    await first
    snapshots.drop()
    const second = ask()
    kitchen.serve('fish')
    expect(await second).toBe('fish')
  })

  test('that was being made when something changed is not kept, nor given to who asks after the change', async () => {
    const { snapshots, kitchen, ask } = keeping()
    const before = ask()
    snapshots.drop()
    const after = ask()
    expect(kitchen.made).toBe(2)
    kitchen.serve('fish', { order: 1 })
    expect(await after).toBe('fish')
    kitchen.serve('soup', { order: 0 })
    expect(await before).toBe('soup')
    expect(await ask()).toBe('fish')
    expect(kitchen.made).toBe(2)
  })

  test('made before a drop and finished before a newer one leaves the newer one alone', async () => {
    const { snapshots, kitchen, ask } = keeping()
    const before = ask()
    snapshots.drop()
    const after = ask()
    kitchen.serve('soup', { order: 0 })
    expect(await before).toBe('soup')
    const joined = ask()
    expect(kitchen.made).toBe(2)
    kitchen.serve('fish', { order: 1 })
    expect(await Promise.all([after, joined])).toEqual(['fish', 'fish'])
  })

  test('is true until the clock changes it', async () => {
    const { kitchen, ask } = keeping()
    const early = ask(100)
    kitchen.serve('soup', { valid_until: 200 })
    expect([await early, await ask(199)]).toEqual(['soup', 'soup'])
    const late = ask(200)
    kitchen.serve('fish')
    expect([await late, await ask(201)]).toEqual(['fish', 'fish'])
    expect(kitchen.made).toBe(2)
  })

  test('that the clock overtakes while it is made is not given to who asks after that', async () => {
    const { kitchen, ask } = keeping()
    const early = ask(199)
    const late = ask(200)
    kitchen.serve('soup', { order: 0, valid_until: 200 })
    expect(await early).toBe('soup')
    await expect.poll(() => kitchen.made).toBe(2)
    kitchen.serve('fish')
    expect(await late).toBe('fish')
  })

  test('that fails is told to those who wait, and tried again by the next', async () => {
    const { snapshots, kitchen, ask } = keeping()
    const fail = () => Promise.reject(new Error('no gas'))
    const failed = [
      snapshots.get({ key: 'menu', make: fail }, 0),
      snapshots.get({ key: 'menu', make: fail }, 0),
    ]
    for (const each of failed) await expect(each).rejects.toThrow('no gas')
    const next = ask()
    kitchen.serve('soup')
    expect(await next).toBe('soup')
  })

  test('of nothing is not kept: it may exist a moment later', async () => {
    const { snapshots, kitchen, ask } = keeping()
    const nothing = async () => ({ answer: undefined, valid_until: Infinity })
    expect(await snapshots.get({ key: 'menu', make: nothing }, 0)).toBeUndefined()
    const next = ask()
    kitchen.serve('soup')
    expect(await next).toBe('soup')
  })
})

describe('the notification of a change', () => {
  /** Asks, has it made when the transactions `seen` are committed, and answers what is kept afterwards. */
  async function kept(moment: string, transaction: string) {
    const { snapshots, kitchen, ask } = keeping(() => moment)
    const first = ask()
    kitchen.serve('soup')
    await first
    snapshots.drop('bookings', transaction)
    const again = ask()
    if (kitchen.made === 2) kitchen.serve('fish')
    return again
  }

  test('forgets what was made before it, and not what was made after it', async () => {
    expect(await kept('7:7:', '6')).toBe('soup')
    expect(await kept('7:7:', '7')).toBe('fish')
    expect(await kept('7:7:', '8')).toBe('fish')
    expect(await kept('5:9:5,7', '7')).toBe('fish')
    expect(await kept('5:9:5,7', '6')).toBe('soup')
    // Numbers, not texts.
    expect(await kept('10:10:', '9')).toBe('soup')
    expect(await kept('9:9:', '10')).toBe('fish')
  })

  test('leaves alone what is being made where that will show the change, and nothing else', async () => {
    const makings = async (moment: string | undefined, transaction?: string) => {
      const { snapshots, kitchen, ask } = keeping(() => moment)
      const asked = [ask()]
      snapshots.drop('bookings', transaction)
      asked.push(ask())
      for (let order = 0; order < kitchen.made; order += 1) kitchen.serve('soup', { order })
      await Promise.all(asked)
      return kitchen.made
    }
    expect(await makings('7:7:', '6')).toBe(1)
    expect(await makings('7:7:', '7')).toBe(2)
    // A drop without a transaction is of a change that nothing can have seen.
    expect(await makings('7:7:')).toBe(2)
    expect(await makings(undefined, '6')).toBe(2)
  })

  test('of a booking leaves lists alone, of anything else it does not', async () => {
    const { snapshots } = keeping()
    let made = 0
    const ask = async () => (await snapshots.list('docents', 0, async () => (made += 1))).text
    expect(await ask()).toBe('1')
    snapshots.drop('bookings', '8')
    expect(await ask()).toBe('1')
    snapshots.drop('bookings')
    expect(await ask()).toBe('1')
    snapshots.drop('everything', '8')
    expect(await ask()).toBe('2')
    snapshots.drop()
    expect(await ask()).toBe('3')
    snapshots.drop('slots', '8')
    expect(await ask()).toBe('4')
  })

  test('of one date leaves alone what is of others, kept or being made, and nothing else', async () => {
    const { snapshots } = keeping()
    const made: Record<string, number> = {}
    const ask = async (date?: string) => {
      const key = date ?? 'all'
      const make = async () => ({
        answer: { made: (made[key] = (made[key] ?? 0) + 1) },
        valid_until: Infinity,
      })
      const isOf = date === undefined ? {} : { isOf: (changed: string) => changed === date }
      return snapshots.get({ key, make, ...isOf }, 0)
    }
    const askAll = () => Promise.all([ask('2026-11-20'), ask('2026-11-21'), ask()])
    const underWay = askAll()
    snapshots.drop({ dates: ['2026-11-20'] }, '8')
    await underWay
    await askAll()
    expect(made).toEqual({ '2026-11-20': 2, '2026-11-21': 1, all: 2 })
    snapshots.drop({ dates: ['2026-11-22', '2026-11-21'] })
    await askAll()
    expect(made).toEqual({ '2026-11-20': 2, '2026-11-21': 2, all: 3 })
    snapshots.drop('bookings')
    await askAll()
    expect(made).toEqual({ '2026-11-20': 3, '2026-11-21': 3, all: 4 })
  })

  test('says of which dates something has changed lately, of no more than ten', () => {
    const { snapshots } = keeping()
    snapshots.drop('bookings')
    expect(snapshots.lately).toEqual([])
    const days = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11']
    for (const day of days) snapshots.drop({ dates: [`2026-12-${day}`] })
    snapshots.drop({ dates: ['2026-12-02'] })
    snapshots.drop({ dates: ['2026-12-31'] })
    const left = snapshots.lately.map((date) => date.slice(-2))
    expect(left.join(' ')).toBe('02 04 05 06 07 08 09 10 11 31')
  })

  test('that comes while a snapshot is being made is not lost', async () => {
    const { snapshots, kitchen, ask } = keeping()
    const before = ask()
    snapshots.drop('bookings', '8')
    const after = ask()
    kitchen.serve('soup', { order: 0 })
    kitchen.serve('fish', { order: 1 })
    expect([await before, await after, await ask()]).toEqual(['soup', 'fish', 'fish'])
  })
})

describe('an answer that is made of another', () => {
  /** A wall that is made of a day, which was read at an earlier moment; `made` counts how often each was. */
  function wallOfDay() {
    const made = { day: 0, wall: 0 }
    let moment = ''
    const { snapshots } = keeping(() => moment)
    const day = {
      key: 'day',
      isOf: (date: string) => date === '2026-11-20',
      make: async () => ({ answer: { day: (made.day += 1) }, valid_until: made.day === 1 ? 500 : Infinity }),
    }
    const askWall = (now: number) =>
      snapshots.madeOf(day, 'wall', now, async (_, of) => ({
        answer: { ...of, wall: (made.wall += 1) },
        valid_until: Infinity,
      }))
    async function ask(now = 0) {
      moment = '7:7:'
      await snapshots.get(day, now)
      moment = '9:9:'
      return askWall(now)
    }
    return { snapshots, made, ask }
  }

  test('is kept beside it, and the other is made once for both', async () => {
    const { made, ask } = wallOfDay()
    expect([await ask(), await ask()]).toEqual([
      { day: 1, wall: 1 },
      { day: 1, wall: 1 },
    ])
    expect(made).toEqual({ day: 1, wall: 1 })
  })

  test('goes with a change that only one of both has seen, and stays where both have', async () => {
    const { snapshots, made, ask } = wallOfDay()
    await ask()
    snapshots.drop('bookings', '6')
    await ask()
    expect(made).toEqual({ day: 1, wall: 1 })
    // Its own moment knows of it, and that of the day does not.
    snapshots.drop('bookings', '8')
    await ask()
    expect(made).toEqual({ day: 2, wall: 2 })
  })

  test('goes with a change of the dates that the other is of, and stays with one of others', async () => {
    const { snapshots, made, ask } = wallOfDay()
    await ask()
    snapshots.drop({ dates: ['2026-11-21'] })
    await ask()
    expect(made).toEqual({ day: 1, wall: 1 })
    snapshots.drop({ dates: ['2026-11-20'] })
    await ask()
    expect(made).toEqual({ day: 2, wall: 2 })
  })

  test('is true no longer than the other', async () => {
    const { made, ask } = wallOfDay()
    expect([await ask(499), await ask(500)]).toEqual([
      { day: 1, wall: 1 },
      { day: 2, wall: 2 },
    ])
    expect(made).toEqual({ day: 2, wall: 2 })
  })
})

describe('a list that every administrator asks for after a change', () => {
  function countingLists(moment?: () => string) {
    const { snapshots } = keeping(moment)
    let made = 0
    const ask = async (now: number, key = 'day') =>
      (await snapshots.ofMoment(key, now, async () => (made += 1))).text
    return { snapshots, ask }
  }

  test('is made once for those who ask within a second, and anew for the next', async () => {
    const { ask } = countingLists()
    expect(await Promise.all([ask(0), ask(0), ask(999)])).toEqual(['1', '1', '1'])
    expect([await ask(999), await ask(1_000), await ask(1_999), await ask(0, 'next day')]).toEqual([
      '1',
      '2',
      '2',
      '3',
    ])
  })

  test('is forgotten at each change that it has not seen, also that of a booking', async () => {
    const { snapshots, ask } = countingLists(() => '7:7:')
    const answers = [await ask(0)]
    for (const drop of [() => snapshots.drop('bookings', '6'), () => snapshots.drop('bookings', '7')]) {
      drop()
      answers.push(await ask(0))
    }
    snapshots.drop('everything')
    expect([...answers, await ask(0)]).toEqual(['1', '1', '2', '3'])
  })
})

describe('while changes of other processes cannot be heard', () => {
  test('nothing is kept, from the start and after the connection was lost', async () => {
    const snapshots = snapshotsAt()
    let made = 0
    const ask = () => snapshots.list('menu', 0, async () => (made += 1))
    expect([(await ask()).text, (await ask()).text]).toEqual(['1', '2'])
    snapshots.keep(true)
    expect([(await ask()).text, (await ask()).text]).toEqual(['3', '3'])
    snapshots.keep(false)
    expect([(await ask()).text, (await ask()).text]).toEqual(['4', '5'])
  })

  test('what was being made is not kept when they are heard again', async () => {
    const { snapshots, kitchen, ask } = keeping()
    snapshots.keep(false)
    const before = ask()
    snapshots.keep(true)
    kitchen.serve('soup')
    await before
    const after = ask()
    kitchen.serve('fish')
    expect(await after).toBe('fish')
  })
})
