import { expect, test } from 'vitest'
import { changedQuery, pageOf } from './use-query-params.ts'

test.each([
  ['', { page: 2 }, '?page=2'],
  ['page=2&search=a', { page: undefined }, '?search=a'],
  ['page=2', { page: undefined }, ''],
  ['search=a', { search: '' }, ''],
  [
    'tab=mails',
    { search: '한빛 & 누리', page: undefined },
    '?tab=mails&search=%ED%95%9C%EB%B9%9B+%26+%EB%88%84%EB%A6%AC',
  ],
])('%j changed by %j becomes %j', (query, changes, changed) => {
  expect(changedQuery(query, changes)).toBe(changed)
})

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
