import { beforeEach, expect, test, vi } from 'vitest'

let monotonic = 0
let clock: typeof import('./now.ts')

beforeEach(async () => {
  vi.resetModules()
  monotonic = 10_000
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic)
  clock = await import('./now.ts')
})

const SERVICE = Date.parse('2026-11-21T10:00:00Z')

/** An answer that took `trip` ms and whose service time was read `behind` ms before it arrived. */
function answer(trip: number, behind: number, serviceNow: number) {
  const startedAt = monotonic
  monotonic += trip
  clock.adjustNow(new Date(serviceNow - behind).toISOString(), startedAt)
}

test('takes the time from an answer, half its trip ago', () => {
  answer(200, 100, SERVICE)
  expect(clock.now()).toBe(SERVICE)
  monotonic += 5_000
  expect(clock.now()).toBe(SERVICE + 5_000)
})

test('a slower answer that agrees within its own error changes nothing', () => {
  answer(100, 50, SERVICE)
  answer(2_000, 1_900, SERVICE + 2_000)
  expect(clock.now()).toBe(SERVICE + 2_000)
})

test('a slower answer that proves the clock wrong, as after sleep, corrects it', () => {
  answer(100, 50, SERVICE)
  answer(400, 200, SERVICE + 3_600_000)
  expect(clock.now()).toBe(SERVICE + 3_600_000)
})

test('nonsense is no time', () => {
  answer(100, 50, SERVICE)
  clock.adjustNow('soon', monotonic)
  expect(clock.now()).toBe(SERVICE)
})
