import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeTurns } from './turns.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** How many of a hundred mails, in ten lanes, have had their turn after so many milliseconds. */
async function sentAfter(milliseconds: number, isBusy: () => boolean, pauseMs = 25): Promise<number> {
  const turns = makeTurns(isBusy, pauseMs)
  let [left, sent] = [100, 0]
  const lane = async () => {
    while (left > 0) {
      left -= 1
      await turns.next()
      sent += 1
    }
  }
  const lanes = Array.from({ length: 10 }, lane)
  await vi.advanceTimersByTimeAsync(milliseconds)
  const count = sent
  await vi.runAllTimersAsync()
  await Promise.all(lanes)
  expect(sent).toBe(100)
  return count
}

test('nobody waits: all go without a pause', async () => {
  expect(await sentAfter(24, () => false)).toBe(100)
})

test('somebody waits for an answer: so many a second go, whatever comes', async () => {
  expect(await sentAfter(1_000, () => true)).toBe(41)
  expect(await sentAfter(1_000, () => true, 50)).toBe(21)
})

test('the wait is over: what is left goes at once', async () => {
  let isBusy = true
  setTimeout(() => (isBusy = false), 500)
  expect(await sentAfter(800, () => isBusy)).toBe(100)
})
