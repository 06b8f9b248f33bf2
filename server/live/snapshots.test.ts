import { describe, expect, test } from 'vitest'
import { makeSnapshots, type Made, type Topic } from './snapshots.ts'

function makeKitchen({ keeps = true } = {}) {
  const snapshots = makeSnapshots()
  snapshots.keep(keeps)
  const orders: PromiseWithResolvers<Made<string>>[] = []
  const make = () => {
    const order = Promise.withResolvers<Made<string>>()
    orders.push(order)
    return order.promise
  }
  return {
    snapshots,
    get made() {
      return orders.length
    },
    ask: (now = 0, key = 'menu', topic: Topic = 'bookings') => snapshots.get({ topic, key }, now, make),
    serve(answer: string, { order = orders.length - 1, valid_until = Infinity } = {}) {
      orders[order]!.resolve({ answer, valid_until })
    },
    fail: () => orders.at(-1)!.reject(new Error('no gas')),
  }
}

describe('a snapshot', () => {
  test('is made once for all who ask while it is made, and then cached', async () => {
    const kitchen = makeKitchen()
    const readers = [kitchen.ask(), kitchen.ask(), kitchen.ask()]
    kitchen.serve('soup')
    expect(await Promise.all(readers)).toEqual(['soup', 'soup', 'soup'])
    expect(await kitchen.ask()).toBe('soup')
    expect(kitchen.made).toBe(1)
  })

  test('of one key says nothing about another', async () => {
    const kitchen = makeKitchen()
    const [lunch, dinner] = [kitchen.ask(0, 'lunch'), kitchen.ask(0, 'dinner')]
    kitchen.serve('soup', { order: 0 })
    kitchen.serve('fish', { order: 1 })
    expect([await lunch, await dinner, await kitchen.ask(0, 'lunch')]).toEqual(['soup', 'fish', 'soup'])
  })

  test('that was being made when its topic changed is not cached, nor given to who asks after the change', async () => {
    const kitchen = makeKitchen()
    const before = kitchen.ask()
    kitchen.snapshots.drop('bookings')
    const after = kitchen.ask()
    expect(kitchen.made).toBe(2)
    kitchen.serve('soup', { order: 0 })
    expect(await before).toBe('soup')
    kitchen.serve('fish', { order: 1 })
    expect([await after, await kitchen.ask()]).toEqual(['fish', 'fish'])
    expect(kitchen.made).toBe(2)
  })

  test('is true until the clock changes it', async () => {
    const kitchen = makeKitchen()
    const early = kitchen.ask(199)
    const late = kitchen.ask(200)
    kitchen.serve('soup', { valid_until: 200 })
    expect(await early).toBe('soup')
    await expect.poll(() => kitchen.made).toBe(2)
    kitchen.serve('fish')
    expect([await late, await kitchen.ask(201)]).toEqual(['fish', 'fish'])
  })

  test('that fails is reported to those who wait, and tried again by the next', async () => {
    const kitchen = makeKitchen()
    const waiting = Promise.allSettled([kitchen.ask(), kitchen.ask()])
    kitchen.fail()
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = kitchen.ask()
    kitchen.serve('soup')
    expect(await next).toBe('soup')
  })

  test('is not made while changes of other processes cannot be heard', async () => {
    const kitchen = makeKitchen({ keeps: false })
    const [first, second] = [kitchen.ask(), kitchen.ask()]
    kitchen.serve('soup', { order: 0 })
    kitchen.serve('fish', { order: 1 })
    expect([await first, await second]).toEqual(['soup', 'fish'])
  })
})

test.each<[Topic, Topic[]]>([
  ['event', []],
  ['bookings', ['event', 'member 1', 'member 2']],
  ['member 1', ['event', 'bookings', 'member 2']],
])('a change of %s leaves only snapshots of %j', async (changed, left) => {
  const { snapshots } = makeKitchen()
  const topics: Topic[] = ['event', 'bookings', 'member 1', 'member 2']
  const isThere = async (topic: Topic) => {
    const before = snapshots.asked.hits
    await snapshots.get({ topic, key: 'menu' }, 0, async () => ({ answer: 'soup' }))
    return snapshots.asked.hits > before
  }
  for (const topic of topics) await isThere(topic)
  snapshots.drop(changed)
  const there: Topic[] = []
  for (const topic of topics) if (await isThere(topic)) there.push(topic)
  expect(there).toEqual(left)
})

test('the snapshots of the member who asked longest ago make room for those of others', async () => {
  const { snapshots } = makeKitchen()
  const ask = (id: number) =>
    snapshots.get({ topic: `member ${id}`, key: 'menu' }, 0, async () => ({ answer: 'soup' }))
  for (let id = 0; id <= 3_000; id += 1) await ask(id)
  const before = snapshots.asked.misses
  await ask(3_000)
  expect(snapshots.asked.misses).toBe(before)
  await ask(0)
  expect(snapshots.asked.misses).toBe(before + 1)
})
