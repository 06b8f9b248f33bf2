import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectAfterStorms } from './heap.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what an overload took is given back once, when nobody has been refused for ten seconds', () => {
  let refused = 500
  let collected = 0
  collectAfterStorms(
    () => refused,
    () => (collected += 1),
  )
  const after = (seconds: number, more = 0) => {
    refused += more
    vi.advanceTimersByTime(seconds * 1000)
    return collected
  }
  // A hiccup is none.
  expect(after(60, 999)).toBe(0)
  expect(after(10, 5_000)).toBe(0)
  expect(after(10, 5_000)).toBe(0)
  expect(after(10)).toBe(1)
  expect(after(600)).toBe(1)
  expect(after(20, 5_000)).toBe(2)
})
