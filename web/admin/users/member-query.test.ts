import { expect, test } from 'vitest'
import { memberQueryOf } from './member-query.ts'

test.each([
  ['', '', 'all', 1],
  ['search=%ED%95%9C%EB%B9%9B&user_filter=vvip&page=3', '한빛', 'vvip', 3],
  ['user_filter=normal', '', 'normal', 1],
  ['user_filter=gold&page=0', '', 'all', 1],
  [`search=${'x'.repeat(120)}`, 'x'.repeat(100), 'all', 1],
] as const)('the address ?%s asks for %j, %s, page %i', (query, search, user_filter, page) => {
  expect(memberQueryOf(new URLSearchParams(query))).toEqual({ search, user_filter, page })
})
