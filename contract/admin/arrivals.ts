import * as z from 'zod/mini'
import type { ArrivalProblem } from '../../domain/arrival.ts'
import { STATUSES } from '../../domain/reservation.ts'
import { pressed, seen } from '../day-sheet-arrivals.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation, date, id, line, time, tierFlags, textOrNull } from '../field.ts'
import { visitorCount } from './reservation-edits.ts'

export const arrival = z.object({
  /** Of the reservation. */
  id,
  type: z.enum(['VIP_TOUR', 'GROUP_MEETING']),
  status: z.enum(STATUSES),
  date,
  start_time: time,
  end_time: time,
  starts_at: z.string(),
  ends_at: z.string(),
  /** Name and location of the docent or room. */
  place: z.string(),
  where: z.string(),
  /** Null for tours. */
  title: textOrNull,
  name: z.string(),
  company: z.string(),
  phone: textOrNull,
  count: z.int(),
  note: textOrNull,
  /** The member, whose phone may differ from the visitor's. */
  user: z.nullable(
    z.object({ id: z.nullable(id), name: z.string(), company_name: z.string(), phone: z.string() }),
  ),
  ...tierFlags,
  arrival_code: textOrNull,
  arrived_at: textOrNull,
  /** The administrator or day sheet link. */
  arrived_by: textOrNull,
})
export type Arrival = z.output<typeof arrival>

export const ARRIVAL_PROBLEM_TEXT: Readonly<Record<ArrivalProblem, string>> = {
  not_approved: '아직 승인되지 않은 예약입니다.',
  called_off: '취소되었거나 거절된 예약입니다.',
  cancel_requested: '취소를 요청한 예약입니다. 요청을 먼저 처리해주세요.',
  already_arrived: '이미 도착이 확인된 예약입니다.',
  over: '이미 끝난 예약입니다.',
  other_day: '오늘 예약이 아닙니다.',
}

export const UNKNOWN_CODE_TEXT = '코드의 예약을 찾을 수 없습니다. 코드를 확인하거나 이름으로 찾아주세요.'

export const NO_SHOW_REASON = '미도착'

export const listArrivals = endpoint({
  role: 'desk',
  path: '/api/admin/arrivals/',
  scope: 'arrivals',
  summary:
    'Everything that takes place on a date, by its time, with who has arrived: of today, or else of the next or last date of the event',
  query: z.object({ date: z.optional(date) }),
  response: z.object({
    /** Null while the event has no date. */
    date: z.nullable(date),
    dates: z.array(date),
    arrivals: z.array(arrival),
  }),
  errors: ['arrivals_off'],
})

export const findArrival = endpoint({
  role: 'desk',
  path: '/api/admin/arrivals/find/',
  scope: 'arrivals',
  summary:
    "The reservation of a ticket's code or QR address, of any date and status. `arrival` is null if no reservation has the code, which is no failure",
  query: z.object({ code: line('코드를 입력해주세요.', 300) }),
  response: z.object({ arrival: z.nullable(arrival) }),
  errors: ['arrivals_off'],
})

export const markArrival = endpoint({
  role: 'desk',
  method: 'POST',
  path: '/api/admin/reservations/{id}/arrival/',
  scope: 'arrivals',
  summary:
    'Mark the arrival of an approved reservation of today; its status stays. `at` is the time of the press if it was earlier, `by` the administrator who pressed if another one sends it. `count` corrects the number of people, also after the arrival was marked. Of two at once one marks, and the other is refused with the name of the first',
  body: z.extend(pressed, { by: z.optional(id), count: z.optional(visitorCount) }),
  audit: { target: 'reservation' },
  response: z.extend(confirmation, { reservation: arrival }),
  errors: ['invalid_transition', 'already_arrived', 'arrivals_off'],
})

export const undoArrival = endpoint({
  role: 'desk',
  method: 'POST',
  path: '/api/admin/reservations/{id}/arrival/undo/',
  scope: 'arrivals',
  summary:
    'Undo an arrival that was marked by mistake, on the same day; only the mark that was seen, no later one',
  body: seen,
  audit: { target: 'reservation' },
  response: z.extend(confirmation, { reservation: arrival }),
  errors: ['changed_meanwhile', 'invalid_transition', 'arrivals_off'],
})

export const markNoShow = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/reservations/{id}/no-show/',
  scope: 'arrivals',
  summary:
    'Cancel an approved reservation whose visitors have not come 5 minutes after its start: the member gets a mail, and its slots are free again',
  audit: { target: 'reservation' },
  response: z.extend(confirmation, { reservation: arrival }),
  errors: ['invalid_transition', 'arrivals_off'],
})
