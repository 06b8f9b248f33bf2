import { expect, test } from 'vitest'
import { keepFigures } from './kept-figures.ts'

const settled = () => new Promise(setImmediate)

test('figures are read in the background, every fifteen seconds at most, and only while somebody asks', async () => {
  let now = 0
  let reads = 0
  const figures = keepFigures(
    async () => ({ sent: (reads += 1) }),
    () => now,
  )
  expect([figures.current(), reads]).toEqual([undefined, 1])
  await settled()
  now = 14_999
  expect([figures.current(), reads]).toEqual([{ sent: 1 }, 1])
  expect(figures.age_seconds()).toBeCloseTo(15, 1)
  now = 15_000
  expect(figures.current()).toEqual({ sent: 1 })
  await settled()
  expect([figures.current(), reads]).toEqual([{ sent: 2 }, 2])
})

test('what cannot be read any more, or takes for ever, is said for a minute and then left out', async () => {
  for (const away of [() => Promise.reject(new Error('away')), () => new Promise<never>(() => {})]) {
    let now = 0
    let read: () => Promise<Record<string, number>> = async () => ({ sent: 1 })
    const figures = keepFigures(
      () => read(),
      () => now,
    )
    figures.current()
    await settled()
    read = away
    now = 60_000
    expect(figures.current()).toEqual({ sent: 1 })
    await settled()
    now = 60_001
    expect(figures.current()).toBeUndefined()
  }
})
