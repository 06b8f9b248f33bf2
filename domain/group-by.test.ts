import { expect, test } from 'vitest'
import { groupBy } from './group-by.ts'

test.each([
  [[], []],
  [['b1'], [['b', ['b1']]]],
  [
    ['b2', 'a1', 'b1', 'a2'],
    [
      ['b', ['b2', 'b1']],
      ['a', ['a1', 'a2']],
    ],
  ],
])('%j is grouped as %j, in input order', (items, groups) => {
  expect([...groupBy(items, (item) => item[0])]).toEqual(groups)
})

test('null is a key of its own', () => {
  expect(groupBy([1, null, 2, null], (item) => item).get(null)).toEqual([null, null])
})
