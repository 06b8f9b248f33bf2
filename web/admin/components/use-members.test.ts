import { expect, test } from 'vitest'
import type { Member } from '../../../contract/member.ts'
import { pageOf } from './use-members.ts'

const members = Array.from({ length: 12 }, (_, i) => ({ id: i + 1, name: `회원${i + 1}` }) as Member)

test('members are ten a page, whether a service answers pages or one plain list', () => {
  expect(pageOf(members, 1)).toEqual({ count: 12, results: members.slice(0, 10) })
  expect(pageOf(members, 2)).toEqual({ count: 12, results: members.slice(10) })
  const answer = { count: 31, results: members.slice(0, 10) }
  expect(pageOf(answer, 2)).toBe(answer)
})
