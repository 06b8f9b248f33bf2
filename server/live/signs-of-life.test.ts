import { expect, onTestFinished, test, vi } from 'vitest'
import type { EventStream } from './event-stream.ts'
import { makeSignsOfLife } from './signs-of-life.ts'

test('each of a hall of streams hears once in the time, never more than a hundredth of them at once, and a closed one nothing', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const heard = new Map<number, number>()
  const closing: (() => void)[] = []
  const signs = makeSignsOfLife(20_000)
  for (const n of Array.from({ length: 2_000 }, (_, i) => i))
    signs.add({
      ping: () => heard.set(n, (heard.get(n) ?? 0) + 1),
      onClose: (listener: () => void) => closing.push(listener),
    } as unknown as EventStream)
  const sum = () => [...heard.values()].reduce((all, times) => all + times, 0)
  for (let ms = 0; ms < 20_000; ms += 10) {
    const before = sum()
    vi.advanceTimersByTime(10)
    expect(sum() - before).toBeLessThanOrEqual(20)
  }
  expect([heard.size, new Set(heard.values())]).toEqual([2_000, new Set([1])])

  closing[7]!()
  vi.advanceTimersByTime(20_000)
  expect([heard.get(6), heard.get(7)]).toEqual([2, 1])
  signs.stop()
  vi.advanceTimersByTime(20_000)
  expect(heard.get(6)).toBe(2)
})
