import { expect, test } from 'vitest'
import { pageOf } from './use-query-params.ts'

test.each([
  [null, 1],
  ['', 1],
  ['3', 3],
  ['0', 1],
  ['-2', 1],
  ['1.5', 1],
  ['x', 1],
  ['99999999999', 1],
])('%j is page %i', (value, page) => {
  expect(pageOf(value)).toBe(page)
})
