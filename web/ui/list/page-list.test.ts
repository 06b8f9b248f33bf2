import { expect, test } from 'vitest'
import { pageCount, pageList } from './page-list.ts'

test.each([
  // page, pages, around, what is offered
  [1, 1, 2, '1'],
  [1, 0, 2, '1'],
  [1, 2, 2, '1 2'],
  [1, 3, 2, '1 2 3'],
  [1, 4, 2, '1 2 3 4'],
  [1, 5, 2, '1 2 3 … 5'],
  [3, 5, 2, '1 2 3 4 5'],
  [4, 7, 2, '1 2 3 4 5 6 7'],
  [5, 10, 2, '1 … 3 4 5 6 7 … 10'],
  [10, 10, 2, '1 … 8 9 10'],
  [9, 10, 2, '1 … 7 8 9 10'],
  [50, 100, 2, '1 … 48 49 50 51 52 … 100'],
  // on phones
  [1, 1, 1, '1'],
  [1, 4, 1, '1 2 … 4'],
  [2, 4, 1, '1 2 3 4'],
  [3, 5, 1, '1 2 3 4 5'],
  [5, 10, 1, '1 … 4 5 6 … 10'],
  [10, 10, 1, '1 … 9 10'],
  // an address that was typed, or a list that has become shorter
  [12, 10, 2, '1 … 8 9 10'],
  [0, 10, 2, '1 2 3 … 10'],
])('at page %i of %i, %i around, it offers %s', (page, pages, around, offered) => {
  expect(pageList(page, pages, around).join(' ')).toBe(offered)
})

test.each([
  [0, 10, 1],
  [1, 10, 1],
  [10, 10, 1],
  [11, 10, 2],
  [101, 50, 3],
])('%i things, %i a page, fill %i pages', (count, pageSize, pages) => {
  expect(pageCount(count, pageSize)).toBe(pages)
})
