import { expect, test } from 'vitest'
import { detailsText, storedWords, targetText } from './audit-text.ts'

test.each([
  ['reservation 12', '예약 12번'],
  ['event_date 3', '행사 날짜 3번'],
  ['available-tour 8', '투어 시간 8번'],
  ['mail 40', '메일 40번'],
  ['badge 1', 'badge 1번'],
  ['somewhere', 'somewhere'],
  [null, null],
])('%j is told as %j', (target, text) => {
  expect(targetText(target)).toBe(text)
})

test.each([
  ['', ''],
  ['type: VIP_TOUR; action: reject', '종류: VIP 투어 · 처리: 거절'],
  ['id: 7; is_vip: true; is_vvip: false', 'VIP: 예 · VVIP: 아니요'],
  ['user_ids: 3, 4; deleted: 2', '회원 번호: 3, 4 · 삭제: 2'],
  ['Helper', 'Helper'],
  ['2026-11-21; date: 2026-11-21', '2026-11-21 · 날짜: 2026-11-21'],
  ['event_name: 봄 박람회: 서울; display_names: hidden', '행사 이름: 봄 박람회: 서울 · 현황판의 이름: 숨김'],
  ['weather: fine', 'weather: fine'],
])('%j reads %j', (details, text) => {
  expect(detailsText(details)).toBe(text)
})

test.each([
  ['행사', { nouns: ['event_date'], keys: ['event_name', 'event_date_id'], values: [] }],
  ['승인', { nouns: [], keys: [], values: ['approve', 'approve_cancellation'] }],
  ['vip', { nouns: [], keys: ['is_vip', 'is_vvip'], values: ['VIP_TOUR'] }],
  ['reservation', { nouns: [], keys: [], values: [] }],
])('%j is shown for %j', (shown, stored) => {
  expect(storedWords(shown)).toEqual(stored)
})
