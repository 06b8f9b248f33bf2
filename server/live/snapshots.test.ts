import { describe, expect, test } from 'vitest'
import { makeSnapshots, type Made, type Topic } from './snapshots.ts'

function setUp({ keeps = true } = {}) {
  const snapshots = makeSnapshots()
  snapshots.keep(keeps)
  const pending: PromiseWithResolvers<Made<string>>[] = []
  const make = () => {
    const order = Promise.withResolvers<Made<string>>()
    pending.push(order)
    return order.promise
  }
  return {
    snapshots,
    get made() {
      return pending.length
    },
    ask: (now = 0, key = 'menu', topic: Topic = 'bookings') => snapshots.get({ topic, key }, now, make),
    serve(answer: string, { order = pending.length - 1, valid_until = Infinity } = {}) {
      pending[order]!.resolve({ answer, valid_until })
    },
    fail: () => pending.at(-1)!.reject(new Error('no gas')),
  }
}

describe('a snapshot', () => {
  test('is made once for all who ask while it is made, and then cached', async () => {
    const fixture = setUp()
    const readers = [fixture.ask(), fixture.ask(), fixture.ask()]
    fixture.serve('soup')
    expect(await Promise.all(readers)).toEqual(['soup', 'soup', 'soup'])
    expect(await fixture.ask()).toBe('soup')
    expect(fixture.made).toBe(1)
  })

  test('is cached per key', async () => {
    const fixture = setUp()
    const [lunch, dinner] = [fixture.ask(0, 'lunch'), fixture.ask(0, 'dinner')]
    fixture.serve('soup', { order: 0 })
    fixture.serve('fish', { order: 1 })
    expect([await lunch, await dinner, await fixture.ask(0, 'lunch')]).toEqual(['soup', 'fish', 'soup'])
  })

  test('computed during a change is neither cached nor given to later requests', async () => {
    const fixture = setUp()
    const before = fixture.ask()
    fixture.snapshots.drop('bookings')
    const after = fixture.ask()
    expect(fixture.made).toBe(2)
    fixture.serve('soup', { order: 0 })
    expect(await before).toBe('soup')
    fixture.serve('fish', { order: 1 })
    expect([await after, await fixture.ask()]).toEqual(['fish', 'fish'])
    expect(fixture.made).toBe(2)
  })

  test('expires when time alone changes it', async () => {
    const fixture = setUp()
    const early = fixture.ask(199)
    const late = fixture.ask(200)
    fixture.serve('soup', { valid_until: 200 })
    expect(await early).toBe('soup')
    await expect.poll(() => fixture.made).toBe(2)
    fixture.serve('fish')
    expect([await late, await fixture.ask(201)]).toEqual(['fish', 'fish'])
  })

  test('that fails is reported to all who wait, and retried by the next request', async () => {
    const fixture = setUp()
    const waiting = Promise.allSettled([fixture.ask(), fixture.ask()])
    fixture.fail()
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = fixture.ask()
    fixture.serve('soup')
    expect(await next).toBe('soup')
  })

  test('is not cached while notifications fail', async () => {
    const fixture = setUp({ keeps: false })
    const [first, second] = [fixture.ask(), fixture.ask()]
    fixture.serve('soup', { order: 0 })
    fixture.serve('fish', { order: 1 })
    expect([await first, await second]).toEqual(['soup', 'fish'])
  })
})

test.each<[Topic, Topic[]]>([
  ['event', []],
  ['bookings', ['event', 'member 1', 'member 2']],
  ['member 1', ['event', 'bookings', 'member 2']],
])('a change of %s leaves only snapshots of %j', async (changed, left) => {
  const { snapshots } = setUp()
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

test('of the least recently active member is dropped when the cache is full', async () => {
  const { snapshots } = setUp()
  const ask = (id: number) =>
    snapshots.get({ topic: `member ${id}`, key: 'menu' }, 0, async () => ({ answer: 'soup' }))
  for (let id = 0; id <= 3_000; id += 1) await ask(id)
  const before = snapshots.asked.misses
  await ask(3_000)
  expect(snapshots.asked.misses).toBe(before)
  await ask(0)
  expect(snapshots.asked.misses).toBe(before + 1)
})
