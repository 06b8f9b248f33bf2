import { expect, test } from 'vitest'
import type { MeetingReservation, TourReservation } from '../../../contract/reservation.ts'
import { spanText, timeRange } from './reservation-text.ts'

const event_date = { id: 1, date: '2026-11-20' }
const tour = {
  type: 'VIP_TOUR',
  available_tour: { time: '10:00', end_time: '10:25', duration: 25, event_date },
} as TourReservation
const meeting = {
  type: 'GROUP_MEETING',
  event_date,
  time_slots: [
    { start_time: '10:00', end_time: '10:10', duration: 10 },
    { start_time: '10:10', end_time: '10:20', duration: 10 },
  ],
} as MeetingReservation

test.each([
  [null, '10:00 ~ 10:25', '10:00 ~ 10:20'],
  ['2026-11-20T10:12:30+01:00', '10:00 ~ 10:12 · 조기 종료', '10:00 ~ 10:12 · 조기 종료'],
  ['2026-11-20T10:00:00+01:00', '10:00 ~ 10:00 · 조기 종료', '10:00 ~ 10:00 · 조기 종료'],
  ['2026-11-20T09:59:59+01:00', '10:00 ~ 10:25 · 시작 전 종료', '10:00 ~ 10:20 · 시작 전 종료'],
])(
  'what ended at %s took place from when to when it really did; its booking stays',
  (ended_at, first, second) => {
    expect(spanText({ ...tour, ended_at })).toBe(first)
    expect(spanText({ ...meeting, ended_at })).toBe(second)
    expect(timeRange({ ...tour, ended_at })).toBe('10:00 ~ 10:25')
    expect(timeRange({ ...meeting, ended_at })).toBe('10:00 ~ 10:20')
  },
)
