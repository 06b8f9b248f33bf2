import { expect, test } from 'vitest'
import { spotAfter } from './overview-keys.ts'

/** Three rows, each with the columns in which it has a time; the second has a break, the third begins later. */
const ROWS = [
  [1, 2, 3, 4],
  [1, 4],
  [3, 4],
]

test.each([
  ['ArrowRight', [0, 1], [0, 2]],
  ['ArrowRight', [0, 3], [0, 3]],
  ['ArrowRight', [1, 0], [1, 1]],
  ['ArrowLeft', [0, 0], [0, 0]],
  ['ArrowLeft', [1, 1], [1, 0]],
  ['ArrowDown', [0, 1], [1, 0]],
  ['ArrowDown', [0, 2], [1, 1]],
  ['ArrowDown', [1, 0], [2, 0]],
  ['ArrowDown', [2, 1], [2, 1]],
  ['ArrowUp', [2, 0], [1, 1]],
  ['ArrowUp', [0, 2], [0, 2]],
  ['Home', [0, 2], [0, 0]],
  ['End', [0, 1], [0, 3]],
] as const)('%s leads from row and place %j to %j', (key, [row, at], [toRow, to]) => {
  expect(spotAfter(ROWS, { row, at }, key, false)).toEqual({ row: toRow, at: to })
})

test('with Control, Home and End lead to the first and the last time of all', () => {
  expect(spotAfter(ROWS, { row: 1, at: 1 }, 'Home', true)).toEqual({ row: 0, at: 0 })
  expect(spotAfter(ROWS, { row: 1, at: 1 }, 'End', true)).toEqual({ row: 2, at: 1 })
})

test('another key does not move', () => {
  expect(spotAfter(ROWS, { row: 1, at: 1 }, 'Enter', false)).toBeNull()
})
