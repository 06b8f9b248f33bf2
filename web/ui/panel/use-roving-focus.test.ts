import { expect, test } from 'vitest'
import { stepInColumns } from './use-roving-focus.ts'

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 0, 0],
  ['ArrowRight', 16, 16],
  ['ArrowDown', 3, 9],
  ['ArrowUp', 9, 3],
  ['ArrowDown', 12, 12],
  ['Home', 9, 0],
  ['End', 0, 16],
  ['Tab', 3, null],
  [' ', 3, null],
])('%s leads from cell %i of 17 in six columns to %s', (key, at, next) => {
  expect(stepInColumns(key, at, 17, 6)).toBe(next)
})
