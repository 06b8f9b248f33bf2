import { afterEach, expect, test, vi } from 'vitest'
import { jitter } from './jitter.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  [0, 27_000],
  [0.5, 30_000],
  [1, 33_000],
])('a poll of 30 s comes within a tenth of it: chance %f gives %i ms', (chance, ms) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance)
  expect(jitter(30_000, 0.1)).toBeCloseTo(ms)
})
