import { expect, test } from 'vitest'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { MeetingReservation, TourReservation } from '../../../contract/reservation.ts'
import { instantOf } from '../../../domain/madrid-time.ts'
import type { Status } from '../../../domain/reservation.ts'
import { ApiError, NetworkError } from '../../api/client.ts'
import { UnansweredError } from '../../api/writes/retrying-call.ts'
import { reasonOf } from './reason-text.ts'
import { openActions } from './reservation-action.ts'
import { failureText } from '../components/sending/failure-text.ts'

const DATE = '2026-11-21'
const at = (time: string) => instantOf(DATE, time)!
const event_date = { id: 1, date: DATE }

const tour = (status: Status) =>
  ({
    id: 1,
    status,
    type: 'VIP_TOUR',
    available_tour: { time: '10:00', duration: 25, event_date },
  }) as TourReservation

const meeting = (status: Status) =>
  ({
    id: 2,
    status,
    type: 'GROUP_MEETING',
    event_date,
    time_slots: [{ start_time: '10:00', duration: 10 }],
  }) as MeetingReservation

test.each([
  ['APPROVED', '09:59', ['cancel', 'calendar'], ['cancel', 'end', 'feedback', 'calendar']],
  ['APPROVED', '10:00', ['calendar'], ['end', 'feedback', 'calendar']],
  ['APPROVED', '10:25', [], ['feedback']],
  ['COMPLETED', '09:59', [], ['feedback']],
  ['PENDING', '09:59', [], []],
  ['CANCEL_REQUESTED', '09:59', [], []],
  ['REJECTED', '09:59', [], []],
  ['CANCELLED', '09:59', [], []],
] as [Status, string, string[], string[]][])(
  'one that is %s, at %s: a tour offers %j, a meeting %j',
  (status, time, ofTour, ofMeeting) => {
    expect(openActions(tour(status), at(time))).toEqual(ofTour)
    expect(openActions(meeting(status), at(time))).toEqual(ofMeeting)
  },
)

const refusal = (code: ErrorCode, error: string) => new ApiError(400, { code, error, message: error }, null)

test.each([
  [
    new UnansweredError('never'),
    '취소 요청에 실패했습니다. 연결이 불안정해 결과를 확인하지 못했습니다. 다시 눌러도 두 번 처리되지 않습니다.',
  ],
  [new NetworkError('no answer'), '취소 요청에 실패했습니다. 네트워크를 확인한 뒤 다시 눌러주세요.'],
  [refusal('internal', '일시적인 오류입니다.'), '취소 요청에 실패했습니다. 일시적인 오류입니다.'],
  [
    refusal('invalid_transition', '현재 상태(종료됨)에서는'),
    '취소 요청에 실패했습니다. 현재 상태(종료됨)에서는',
  ],
])('%s says what failed, and then why', (failure, text) => {
  expect(failureText('취소 요청에 실패했습니다.', failure)).toBe(text)
})

test.each<[Status, string, boolean, ReturnType<typeof reasonOf>]>([
  ['CANCEL_REQUESTED', '09:59', false, { name: '취소 요청 사유', text: '사정' }],
  ['REJECTED', '09:59', false, { name: '거절 사유', text: '사정' }],
  ['CANCELLED', '09:59', false, { name: '취소 사유', text: '사정' }],
  ['APPROVED', '09:59', true, { name: '취소 요청이 거절됨', text: '준비됨' }],
  ['APPROVED', '10:10', true, null],
  // A note alone does not say whose word it is.
  ['APPROVED', '09:59', false, null],
  ['PENDING', '09:59', false, null],
  ['COMPLETED', '09:59', false, null],
])('what explains one that is %s, at %s, a cancellation refused %s: %j', (status, time, refused, why) => {
  const cancellation_refused = refused ? { at: '2026-11-21T09:00:00+01:00', reason: '준비됨' } : null
  expect(reasonOf({ ...meeting(status), cancel_note: '사정', cancellation_refused }, at(time))).toEqual(why)
})
