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
])('%j reads %j without a name', (target, text) => {
  expect(targetText({ target, subject: null, former: null })).toBe(text)
})

test.each([
  ['docent 7', { text: '김하늘' }, '김하늬', '도슨트 김하늘'],
  ['docent 7', null, '김하늬', '도슨트 김하늬'],
  ['event_date 3', { text: '2026년 11월 20일 (금)' }, null, '행사 날짜 2026년 11월 20일 (금)'],
  [
    'reservation 12',
    { text: '한빛전자 박지민 11.20 (금) 10:30' },
    null,
    '예약 12번 · 한빛전자 박지민 11.20 (금) 10:30',
  ],
  ['user 12', { text: '박지민' }, null, '회원 12번 · 박지민'],
  ['user 12', null, null, '회원 12번'],
  ['admin 2', null, '기록', '관리자 2번 · 기록'],
])('%s, now %j and logged as %j, reads %j', (target, subject, former, text) => {
  expect(targetText({ target, subject, former })).toBe(text)
})

test.each([
  [{}, ''],
  [{ action: 'reject', type: 'VIP_TOUR' }, '종류: VIP 투어 · 처리: 거절'],
  [{ id: 7, is_vip: true, is_vvip: false }, 'VIP: 예 · VVIP: 아니요'],
  [{ deleted: 2, user_ids: [3, 4] }, '회원: 3번, 4번 · 삭제: 2'],
  [{ name: 'Helper' }, 'Helper'],
  [{ date: '2026-11-21', name: '2026-11-21' }, '2026년 11월 21일 (토) · 날짜: 2026년 11월 21일 (토)'],
  [
    { event_name: '봄 박람회: 서울; 가을', display_names: 'hidden' },
    '행사 이름: 봄 박람회: 서울; 가을 · 현황판의 이름: 숨김',
  ],
  [{ booking_opens_at: 'none', auto_approve: 'none' }, '예약 시작: 바로 · 자동 승인: 사용 안 함'],
  [{ accent_colour: 'none', erase_after_days: 'none' }, '대표 색상: 없음 · 개인정보 삭제까지(일): 없음'],
  [{ weather: 'fine' }, 'weather: fine'],
  [
    { user_filter: 'vip', subject: '주차장 안내', status: 'active', type: 'VIP_TOUR' },
    '제목: 주차장 안내 · 종류: VIP 투어 · 등급: VIP · 상태: 진행 중',
  ],
  [{ status: 'CANCEL_REQUESTED' }, '상태: 취소 요청'],
  [{ is_vip: 'true', user_ids: '3, 4' }, '회원: 3번, 4번 · VIP: 예'],
  [
    { from: '2026-11-20', to: ['2026-11-21', '2026-11-22'] },
    '복사한 날짜: 2026년 11월 20일 (금) · 추가한 날짜: 2026년 11월 21일 (토), 2026년 11월 22일 (일)',
  ],
  [{ docent_ids: [3, 4], names: ['김하늘', '이바다'], deleted: 2 }, '이름: 김하늘, 이바다 · 삭제: 2'],
])('%j reads %j', (details, text) => {
  expect(detailsText(details)).toBe(text)
})

const NAMES = { 'docent 3': '김하늘', 'room 3': '하늘방', 'user 9': '박지민' }

test.each([
  [{ docent_id: 3 }, '도슨트: 김하늘'],
  [{ docent_id: 8 }, '도슨트: 8번'],
  [{ kind: 'tour', place_ids: [3, 4] }, '종류: 투어 · 도슨트·미팅룸: 김하늘, 4번'],
  [{ type: 'room', resource_id: 3 }, '종류: 미팅룸 · 도슨트·미팅룸: 하늘방'],
  [{ user_ids: [9, 1, 2, 3, 4, 5, 6] }, '회원: 박지민, 1번, 2번, 3번, 4번 외 2개'],
  [{ user_ids: [9, 1, 2, 3, 4, 5, '…'] }, '회원: 박지민, 1번, 2번, 3번, 4번 외 1개 이상'],
])('%j includes names: %j', (details, text) => {
  expect(detailsText(details, NAMES)).toBe(text)
})

test('dates are displayed in Korean', () => {
  for (const fact of ['date', 'start_date', 'end_date', 'from', 'name'])
    expect(detailsText({ [fact]: '2026-11-20' })).not.toMatch(/\d-\d/)
})

test.each([
  ['행사', { targets: ['event_date'], facts: ['event_date_id', 'event_date_ids', 'event_name'], values: [] }],
  [
    '승인',
    {
      targets: [],
      facts: ['auto_approve', 'push_approved'],
      values: ['approve', 'approve_cancellation', 'reservation.decided'],
    },
  ],
  ['vip', { targets: [], facts: ['is_vip', 'is_vvip'], values: ['VIP_TOUR', 'vip', 'vvip'] }],
  ['reservation', { targets: [], facts: [], values: [] }],
])('searching %j finds the stored words %j', (shown, stored) => {
  expect(storedWords(shown)).toEqual(stored)
})
