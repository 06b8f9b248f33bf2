import { expect, test } from 'vitest'
import { spotAfter, type Spot } from './cell-steps.ts'

const block = (row: number, column: number): Spot => ({ row, column, isBlock: true })
const free = (row: number, column: number): Spot => ({ row, column, isBlock: false })

// Row 0: a block at 2, two in one hour at 5. Row 1 is empty. Row 2: free at 0, a block at 4, free at 6.
const spots = [block(0, 2), block(0, 5), block(0, 5), free(2, 0), block(2, 4), free(2, 6)]

test.each([
  [0, 'ArrowRight', 1],
  [1, 'ArrowRight', null],
  [2, 'ArrowLeft', 0],
  [5, 'ArrowLeft', 4],
  [0, 'ArrowLeft', null],
  [1, 'ArrowDown', 2],
  [2, 'ArrowUp', 1],
  [2, 'ArrowDown', 4],
  [0, 'ArrowDown', 3],
  [5, 'ArrowUp', 2],
  [3, 'ArrowUp', 0],
  [1, 'ArrowUp', null],
  [5, 'ArrowDown', null],
  [2, 'Home', 0],
  [3, 'End', 5],
  [0, 'Enter', null],
  [9, 'ArrowDown', null],
])('from %i %s leads to %s', (at, key, to) => {
  expect(spotAfter(spots, at, key, false)).toBe(to)
})

test.each([
  [3, 'ArrowRight', 4],
  [5, 'ArrowLeft', 4],
  [4, 'ArrowRight', null],
  [0, 'ArrowDown', 4],
])('jumping from %i %s leads to the reservation %s', (at, key, to) => {
  expect(spotAfter(spots, at, key, true)).toBe(to)
})

test('what has the focus in an hour of several is not left out when going left from another hour', () => {
  const three = [block(0, 1), block(0, 1), block(0, 3)]
  expect(spotAfter(three, 2, 'ArrowLeft', false)).toBe(0)
})
