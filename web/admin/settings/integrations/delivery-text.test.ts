import { expect, test } from 'vitest'
import type { WebhookDelivery } from '../../../../contract/admin/webhooks.ts'
import { EVENT_GROUPS, eventsText, problemOf } from './delivery-text.ts'

const delivery = (rest: Partial<WebhookDelivery>): WebhookDelivery => ({
  id: 1,
  event_id: '8d5a4b4e-6a5e-4a36-9d5e-3f1a8c7f6f10',
  type: 'ping',
  reservation_id: null,
  member_id: null,
  occurred_at: '2026-11-20T09:00:00+01:00',
  status: 'failed',
  attempts: 1,
  next_try_at: null,
  answer: null,
  failure: null,
  done_at: null,
  ...rest,
})

test.each([
  [{ status: 'delivered', answer: 200 }, null],
  [{ status: 'waiting' }, null],
  [{ answer: 500 }, '응답 500'],
  [{ answer: 301 }, '응답 301 · 다른 주소로 넘기는 응답'],
  [{ failure: 'timeout' }, '10초 안에 응답이 없습니다.'],
  [{ failure: 'CERT_HAS_EXPIRED' }, '연결하지 못했습니다. (CERT_HAS_EXPIRED)'],
] as const)('%o reads %s', (rest, text) => {
  expect(problemOf(delivery(rest))).toBe(text)
})

test('a webhook names its events, and a whole group by its name', () => {
  const [reservations, members] = EVENT_GROUPS
  expect(eventsText([...reservations.events, ...members.events])).toBe('예약 알림 모두, 회원 알림 모두')
  expect(eventsText(['member.erased', 'reservation.created'])).toBe('예약 신청, 회원 삭제')
})
