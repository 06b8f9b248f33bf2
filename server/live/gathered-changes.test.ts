import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gatherChanges, type GatheredChanges } from './gathered-changes.ts'

const GATHER_MS = 100
const APART_MS = 1_000
const BUSY_APART_MS = 5_000

let isBusy: boolean
let acts: number
let act: () => Promise<void>
let changes: GatheredChanges

beforeEach(() => {
  vi.useFakeTimers()
  isBusy = false
  acts = 0
  act = async () => {}
  const pace = { gatherMs: GATHER_MS, apartMs: APART_MS, busyApartMs: BUSY_APART_MS, isBusy: () => isBusy }
  changes = gatherChanges(() => {
    acts += 1
    return act()
  }, pace)
})
afterEach(() => {
  changes.close()
  vi.useRealTimers()
})

/** Something changes each hundredth of a second; answers how often that is acted on. */
async function actsIn(ms: number) {
  const before = acts
  for (let passed = 0; passed < ms; passed += 10) {
    changes.changed()
    await vi.advanceTimersByTimeAsync(10)
  }
  return acts - before
}

test('many changes of a moment are acted on once, and at once', async () => {
  expect(await actsIn(2 * GATHER_MS)).toBe(1)
})

test('a storm of changes is acted on once a second, and rarely while the process is busy', async () => {
  expect(await actsIn(10_000)).toBeOneOf([9, 10])
  isBusy = true
  expect(await actsIn(10_000)).toBe(2)
})

test('the first change after a quiet time is acted on at once, however busy the process is', async () => {
  isBusy = true
  expect(await actsIn(2 * GATHER_MS)).toBe(1)
  await vi.advanceTimersByTimeAsync(2 * BUSY_APART_MS)
  const before = acts
  changes.changed()
  await vi.advanceTimersByTimeAsync(GATHER_MS)
  expect(acts).toBe(before + 1)
})

test('what changed in a busy time is acted on when that is over', async () => {
  isBusy = true
  await actsIn(APART_MS)
  isBusy = false
  expect(await actsIn(2 * APART_MS)).toBeGreaterThanOrEqual(1)
})

test('no change is left out: the last of a storm is acted on, and nothing after it', async () => {
  await actsIn(APART_MS + GATHER_MS)
  const before = acts
  changes.changed()
  await vi.runAllTimersAsync()
  expect(acts).toBe(before + 1)
})

test('an act that fails is done again, and holds up no later one', async () => {
  act = async () => Promise.reject(new Error('away'))
  changes.changed()
  await vi.advanceTimersByTimeAsync(GATHER_MS)
  expect(acts).toBe(1)
  act = async () => {}
  await vi.runAllTimersAsync()
  expect(acts).toBe(2)
})

test('a slow act is not overtaken, and what changed meanwhile is acted on once', async () => {
  const slow = Promise.withResolvers<void>()
  act = () => slow.promise
  await actsIn(3 * APART_MS)
  expect(acts).toBe(1)
  slow.resolve()
  await vi.runAllTimersAsync()
  expect(acts).toBe(2)
})
