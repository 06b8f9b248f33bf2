import { expect, test } from 'vitest'
import { scrollStep } from './edge-scroll.ts'

test.each([
  ['at the left edge', 100, -14],
  ['beyond it, no faster', 40, -14],
  ['half-way to it', 124, -7],
  ['in the middle', 300, 0],
  ['half-way to the right edge', 476, 7],
  ['at the right edge', 500, 14],
  ['beyond that', 900, 14],
])('what is dragged %s scrolls', (_where, at, step) => {
  expect(scrollStep(at, 100, 500) + 0).toBe(step)
})
