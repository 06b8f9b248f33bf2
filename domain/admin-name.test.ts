import { expect, test } from 'vitest'
import { adminNameFault } from './admin-name.ts'

test.each([
  ['a', 'length'],
  ['가'.repeat(51), 'length'],
  ['kim@example.com', 'letters'],
  ['kim_minsu', 'letters'],
  ['<b>kim</b>', 'letters'],
  ['аdmin', 'mixed'],
  ['admin Ωmega', 'mixed'],
  ['서버', 'ours'],
  ['서 버', 'ours'],
  ['서비스', 'ours'],
  ['회원', 'ours'],
  ['삭제된 회원', 'ours'],
  ['API 연동', 'ours'],
  ['api 연동', 'ours'],
  ['ＡＰＩ 연동', 'ours'],
  ['API', 'ours'],
])('%s is refused: %s', (name, fault) => {
  expect(adminNameFault(name)).toBe(fault)
})

test.each(['admin', '김민수', 'José M. García-López', 'Иван', 'Ωμέγα', '서버실', 'Apia', '현장 2', 'Zoë'])(
  '%s is accepted',
  (name) => {
    expect(adminNameFault(name)).toBeNull()
  },
)
