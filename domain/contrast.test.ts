import { expect, test } from 'vitest'
import { carriesWhite, contrast } from './contrast.ts'

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  ['#1d46e8', '#ffffff', 6.8],
  ['#777777', '#ffffff', 4.48],
])('%s and %s have a contrast of %s in either order', (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 1)
  expect(contrast(other, one)).toBe(contrast(one, other))
})

test.each([
  ['#767676', true],
  ['#777777', false],
  ['#ffd400', false],
  ['#0b6b43', true],
])('white text on %s can be read: %s', (colour, expected) => {
  expect(carriesWhite(colour)).toBe(expected)
})
