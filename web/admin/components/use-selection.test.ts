import { expect, test } from 'vitest'
import { between, checkedOf } from './use-selection.ts'

test.each([
  [0, 0, false],
  [0, 3, false],
  [1, 3, 'mixed'],
  [2, 3, 'mixed'],
  [3, 3, true],
] as const)('%i chosen of %i: the box above them is %s', (chosen, total, checked) => {
  expect(checkedOf(chosen, total)).toBe(checked)
})

test.each([
  ['b', 'd', ['b', 'c', 'd']],
  ['d', 'b', ['b', 'c', 'd']],
  ['c', 'c', ['c']],
  [null, 'c', ['c']],
  ['gone', 'c', ['c']],
  ['a', 'e', ['a', 'b', 'c', 'd', 'e']],
] as const)('a range from %s to %s', (from, to, range) => {
  expect(between(['a', 'b', 'c', 'd', 'e'], from, to)).toEqual(range)
})
