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
  [{}, ''],
  [{ action: 'reject', type: 'VIP_TOUR' }, '종류: VIP 투어 · 처리: 거절'],
  [{ id: 7, is_vip: true, is_vvip: false }, 'VIP: 예 · VVIP: 아니요'],
  [{ deleted: 2, user_ids: [3, 4] }, '회원 번호: 3, 4 · 삭제: 2'],
  [{ name: 'Helper' }, 'Helper'],
  [{ date: '2026-11-21', name: '2026-11-21' }, '2026-11-21 · 날짜: 2026-11-21'],
  [
    { event_name: '봄 박람회: 서울; 가을', display_names: 'hidden' },
    '행사 이름: 봄 박람회: 서울; 가을 · 현황판의 이름: 숨김',
  ],
  [{ weather: 'fine' }, 'weather: fine'],
  [{ is_vip: 'true', user_ids: '3, 4' }, '회원 번호: 3, 4 · VIP: 예'],
])('%j reads %j', (details, text) => {
  expect(detailsText(details)).toBe(text)
})

test.each([
  ['행사', { targets: ['event_date'], facts: ['event_date_id', 'event_date_ids', 'event_name'], values: [] }],
  ['승인', { targets: [], facts: [], values: ['approve', 'approve_cancellation'] }],
  ['vip', { targets: [], facts: ['is_vip', 'is_vvip'], values: ['VIP_TOUR'] }],
  ['reservation', { targets: [], facts: [], values: [] }],
])('%j is shown for %j', (shown, stored) => {
  expect(storedWords(shown)).toEqual(stored)
})
