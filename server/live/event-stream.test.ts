import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from './event-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('runs at once on the first change, and once for all changes of the next 250 ms', async () => {
  const act = vi.fn<() => Promise<void>>(async () => {})
  const { changed } = coalesce(act)
  const actsAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return act.mock.calls.length
  }
  changed()
  expect(act).toHaveBeenCalledTimes(1)
  changed()
  changed()
  expect(await actsAfter(240)).toBe(1)
  expect(await actsAfter(20)).toBe(2)
  expect(await actsAfter(1_000)).toBe(2)
})

test('runs again after a change during a run, and after a failure', async () => {
  const acts: PromiseWithResolvers<void>[] = []
  const { changed } = coalesce(() => {
    acts.push(Promise.withResolvers<void>())
    return acts.at(-1)!.promise
  })
  changed()
  changed()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(acts).toHaveLength(1)
  acts[0]!.resolve()
  await vi.advanceTimersByTimeAsync(300)
  expect(acts).toHaveLength(2)
  acts[1]!.reject(new Error('away'))
  await vi.advanceTimersByTimeAsync(1_100)
  expect(acts).toHaveLength(3)
})

test('does not run after closing', async () => {
  const act = vi.fn<() => Promise<void>>(async () => {})
  const { changed, close } = coalesce(act)
  changed()
  changed()
  close()
  changed()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(act).toHaveBeenCalledTimes(1)
})
