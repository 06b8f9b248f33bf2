import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EventStream } from './event-stream.ts'
import { makePacer, type Pacer } from './pacer.ts'

let isBusy: boolean
let pacer: Pacer

beforeEach(() => {
  vi.useFakeTimers()
  isBusy = false
  pacer = makePacer(() => isBusy)
})
afterEach(() => {
  pacer.close()
  vi.useRealTimers()
})

/** Streams that note how often each of them hears of what. */
function makeStreams(count: number) {
  const heard: string[][] = Array.from({ length: count }, () => [])
  const streams = heard.map((topics) => ({ send: (topic: string) => void topics.push(topic) }) as EventStream)
  return {
    all: new Set(streams),
    streams,
    heard,
    haveHeard: () => heard.filter((each) => each.length > 0).length,
  }
}

test('a few hear at once, also while thousands wait to hear', () => {
  const phones = makeStreams(2_000)
  const board = makeStreams(1)
  pacer.send('schedule', phones.all)
  pacer.send('room', board.all)
  expect(board.heard).toEqual([['room']])
  expect(phones.haveHeard()).toBeLessThan(100)
})

test('thousands hear a few at a time, all of them and each once', () => {
  const phones = makeStreams(2_000)
  pacer.send('schedule', phones.all)
  let most = 0
  for (let before = 0; before < 2_000; before = phones.haveHeard()) {
    vi.advanceTimersToNextTimer()
    most = Math.max(most, phones.haveHeard() - before)
  }
  expect(most).toBeLessThan(100)
  expect(phones.heard.every((each) => each.length === 1)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('of a storm of changes each hears no more often than its turn comes', () => {
  const phones = makeStreams(2_000)
  for (let change = 0; change < 50; change += 1) pacer.send('schedule', phones.all)
  pacer.send('rooms', phones.all)
  vi.runAllTimers()
  const last = phones.heard.at(-1)!
  expect(last).toEqual(['schedule', 'rooms'])
  const all = phones.heard.flat().length
  expect(all).toBeLessThan(2_000 * 2 + 100)
})

test('who heard before the latest change hears of that one too', () => {
  const phones = makeStreams(2_000)
  pacer.send('schedule', phones.all)
  expect(phones.heard[0]).toEqual(['schedule'])
  pacer.send('schedule', phones.all)
  vi.runAllTimers()
  expect(phones.heard[0]).toEqual(['schedule', 'schedule'])
})

test('while requests wait for their turn hardly anybody is told, and everybody in the end', () => {
  const [calm, busy] = [makeStreams(2_000), makeStreams(2_000)]
  pacer.send('schedule', calm.all)
  vi.advanceTimersByTime(500)
  const told = calm.haveHeard()
  vi.runAllTimers()
  isBusy = true
  pacer.send('schedule', busy.all)
  vi.advanceTimersByTime(500)
  expect(busy.haveHeard()).toBeLessThan(told / 5)
  vi.runAllTimers()
  expect(busy.haveHeard()).toBe(2_000)
})

test('once they have not to wait any more it is few who are told, and soon as many as ever', () => {
  const phones = makeStreams(2_000)
  const tellIn = (ms: number) => {
    pacer.send('schedule', phones.all)
    const before = phones.heard.flat().length
    vi.advanceTimersByTime(ms)
    return phones.heard.flat().length - before
  }
  const asEver = tellIn(500)
  isBusy = true
  tellIn(500)
  isBusy = false
  expect(tellIn(500)).toBeLessThan(asEver / 3)
  for (let seconds = 0; seconds < 3; seconds += 1) tellIn(1_000)
  expect(tellIn(500)).toBe(asEver)
})

test('a stream that has ended is not written to', () => {
  const phones = makeStreams(2_000)
  pacer.send('schedule', phones.all)
  const last = phones.streams.at(-1)!
  pacer.forget(last)
  vi.runAllTimers()
  expect(phones.heard.at(-1)).toEqual([])
  expect(phones.haveHeard()).toBe(1_999)
})
