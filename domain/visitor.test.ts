import { expect, test } from 'vitest'
import { checkPartySize, isPartySize, TOUR_MAX_VISITORS } from './visitor.ts'

test.each([
  [-1, false],
  [0, false],
  [1, true],
  [30, true],
  [31, false],
  [1.5, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
])('a tour for %d people: %s', (count, fits) => {
  expect(isPartySize(count, TOUR_MAX_VISITORS)).toBe(fits)
})

test.each([
  [0, 1, false],
  [1, 1, true],
  [2, 1, false],
  [8, 8, true],
  [9, 8, false],
  [999, 999, true],
])('%d people in a room for %d: %s', (count, size, fits) => {
  expect(isPartySize(count, size)).toBe(fits)
})

test.each([
  [-1, 'too_few'],
  [0, 'too_few'],
  [1, null],
  [1.5, 'too_few'],
  [Number.NaN, 'too_few'],
  [8, null],
  [9, 'too_many'],
])('%d people where eight may come: %s', (count, problem) => {
  expect(checkPartySize(count, 8)).toBe(problem)
})
