import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SERVICE = Date.parse('2026-11-21T10:00:00Z')

let monotonic = 0
let clock: typeof import('./clock.ts')

// Ten minutes slow, as phones are.
let calendar = 0

beforeEach(async () => {
  vi.resetModules()
  sessionStorage.clear()
  monotonic = 10_000
  calendar = SERVICE - 600_000
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic)
  vi.spyOn(Date, 'now').mockImplementation(() => calendar)
  clock = await import('./clock.ts')
})

afterEach(() => vi.unstubAllGlobals())

function pass(ms: number) {
  monotonic += ms
  calendar += ms
}

/** An answer that took `trip` ms and whose service time was read `behind` ms before it arrived. */
function answer(trip: number, behind: number, serviceNow: number) {
  const startedAt = monotonic
  pass(trip)
  clock.adjustNow(new Date(serviceNow - behind).toISOString(), startedAt)
}

test('takes the time from an answer, half its trip ago', () => {
  answer(200, 100, SERVICE)
  expect(clock.now()).toBe(SERVICE)
  pass(5_000)
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

test('a reload without a network knows how wrong the phone is', async () => {
  answer(200, 100, SERVICE)
  vi.resetModules()
  calendar += 60_000
  monotonic = 300
  const reloaded = await import('./clock.ts')
  expect(reloaded.now()).toBe(SERVICE + 60_000)
  expect(reloaded.onServiceClock(calendar - 30_000)).toBe(SERVICE + 30_000)
})

test('a sleep in which the stopwatch stood still is caught up with, and not twice when an answer tells of it', () => {
  answer(200, 100, SERVICE)
  calendar += 1_800_000
  expect(clock.now()).toBe(SERVICE + 1_800_000)
  calendar += 1_800_000
  answer(200, 100, SERVICE + 3_600_200)
  expect(clock.now()).toBe(SERVICE + 3_600_200)
})

test('a browser that forbids storage has a clock', async () => {
  const forbid = () => {
    throw new DOMException('forbidden', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', new Proxy({}, { get: forbid }))
  vi.resetModules()
  clock = await import('./clock.ts')
  answer(200, 100, SERVICE)
  expect(clock.now()).toBe(SERVICE)
})
