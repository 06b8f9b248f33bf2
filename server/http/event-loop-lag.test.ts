import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADMISSION, makeAdmission } from './admission.ts'
import { watchEventLoop, type EventLoopLag } from './event-loop-lag.ts'
import { makeTraffic } from './traffic.ts'

let lag: EventLoopLag

beforeEach(() => {
  lag = watchEventLoop()
})
afterEach(() => lag.stop())

/** Works without a pause, as when one request follows another; the event loop turns all the while. */
async function workFor(ms: number) {
  const end = performance.now() + ms
  while (performance.now() < end) {
    const piece = performance.now() + 2
    while (performance.now() < piece);
    await setImmediate()
  }
}

test('a process that has hardly a moment left is known, and so is one that rests again', async () => {
  await workFor(250)
  expect(lag.busyShare()).toBeGreaterThan(0.9)
  await vi.waitFor(() => expect(lag.busyShare()).toBeLessThan(0.5), { timeout: 10_000 })
})

test.each([
  ['with time to spare', 0.5, false],
  ['with hardly a moment left', 0.9, true],
])('a process %s, where nobody waits: is it busy?', (_name, share, isBusy) => {
  const traffic = makeTraffic()
  const admission = makeAdmission(ADMISSION, { lateBy: () => 0, busyShare: () => share, pauseMs: 0, traffic })
  expect(admission.isBusy).toBe(isBusy)
})
