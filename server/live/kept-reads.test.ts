import { expect, onTestFinished, test, vi } from 'vitest'
import { makeKeptReads } from './kept-reads.ts'

const of = (text: string) => () => Promise.resolve(text)

test('what was asked for longest ago makes place, and what is larger than all of it is not kept', async () => {
  const kept = makeKeptReads<string>({ max: 10, weigh: ({ length }) => length })
  for (const text of ['aaaa', 'bbbb']) await kept.read(text, of(text))
  kept.find('aaaa')
  await kept.read('cccc', of('cccc'))
  expect(['aaaa', 'bbbb', 'cccc'].map((name) => kept.find(name))).toEqual(['aaaa', undefined, 'cccc'])
  await kept.read('large', of('eleven char'))
  expect([kept.find('large'), kept.size]).toEqual([undefined, 2])
  // Read again, it counts once.
  await kept.read('aaaa', of('aa'))
  await kept.read('dddd', of('dddd'))
  expect([kept.find('aaaa'), kept.find('cccc'), kept.find('dddd')]).toEqual(['aa', 'cccc', 'dddd'])
})

test('what is dropped while it is read is read anew, and leaves the newer one alone', async () => {
  const kept = makeKeptReads<string>({ max: 10 })
  for (const drop of [() => kept.drop('name'), () => kept.dropAll()]) {
    let answer = (_: string) => {}
    const old = kept.read('name', () => new Promise((resolve) => (answer = resolve)))
    drop()
    expect(await kept.read('name', of('new'))).toBe('new')
    answer('old')
    expect(await old).toBe('old')
    expect(kept.find('name')).toBe('new')
    kept.drop('name')
  }
})

test('a read under way that has said as what it begins is dropped only where that is', async () => {
  const kept = makeKeptReads<string>({ max: 10 })
  let answer = (_: string) => {}
  const asked: string[] = []
  const read = () =>
    kept.read('name', (begins) => {
      begins('spring')
      return new Promise((resolve) => (answer = resolve))
    })
  const first = read()
  kept.dropAll((begun) => {
    asked.push(begun)
    return false
  })
  const joined = read()
  answer('spring')
  expect([await first, await joined, kept.find('name'), asked]).toEqual([
    'spring',
    'spring',
    'spring',
    ['spring'],
  ])

  kept.drop('name')
  const overtaken = read()
  kept.dropAll((begun) => begun === 'spring')
  answer('spring')
  expect([await overtaken, kept.find('name')]).toEqual(['spring', undefined])
})

test('what is of use for a second takes no memory after it, and what was read anew has a second of its own', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const kept = makeKeptReads<string>({ max: 10, usefulMs: 1_000 })
  await kept.read('day', of('old'))
  vi.advanceTimersByTime(600)
  await kept.read('day', of('new'))
  vi.advanceTimersByTime(999)
  expect(kept.find('day')).toBe('new')
  vi.advanceTimersByTime(1)
  expect([kept.find('day'), kept.size]).toEqual([undefined, 0])
})

test('what has made place or was dropped is in memory no longer, though it would have been of use', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const kept = makeKeptReads<string>({ max: 2, usefulMs: 1_000 })
  for (const name of ['one', 'two', 'three', 'three']) await kept.read(name, of('text'))
  // Each that is kept has a timer, which has it.
  expect([kept.size, vi.getTimerCount()]).toEqual([2, 2])
  kept.drop('three')
  kept.dropAll()
  expect([kept.size, vi.getTimerCount()]).toEqual([0, 0])
})
