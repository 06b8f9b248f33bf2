import { expect, test } from 'vitest'
import type { AudienceInput } from '../../../../contract/admin/messages.ts'
import { audienceText } from './audience-text.ts'

test.each([
  [{ members: {} }, '회원 1,320명에게'],
  [{ members: { user_filter: 'vip' } }, 'VIP 회원 1,320명에게'],
  [{ members: { search: '한빛', user_filter: 'normal' } }, '검색어 ‘한빛’로 조회된 일반 회원 1,320명에게'],
  [{ reservations: { date: '2026-11-21' } }, '11.21 (토) · 진행 중 예약의 회원 1,320명에게'],
  [{ reservations: { search: '한빛' } }, '11.21 (토) · 진행 중 · 검색어 ‘한빛’ 예약의 회원 1,320명에게'],
  [
    { reservations: { reservation_ids: [4, 7] } },
    '11.21 (토) · 진행 중 · 선택한 2건 예약의 회원 1,320명에게',
  ],
] as const)('a message to %j goes to %j', (given, text) => {
  expect(audienceText({ audience: given as AudienceInput, about: '11.21 (토) · 진행 중' }, 1_320)).toBe(text)
})
