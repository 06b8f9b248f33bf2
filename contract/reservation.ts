import * as z from 'zod/mini'
import { instantOf, startOfDay } from '../domain/madrid-time.ts'
import { STATUSES, type EarlyEnd, type ReservationFacts, type Status } from '../domain/reservation.ts'
import { endpoint } from './endpoint.ts'
import { date, id, idText, minutes, time, textOrNull } from './field.ts'
import { meetingVisitor, tourVisitor } from './shown-visitor.ts'

const link = z.nullable(id)

const shared = {
  id,
  status: z.enum(STATUSES),
  /** Null for a walk-in without an account. */
  user: z.nullable(
    z.object({
      id: link,
      name: z.string(),
      company_name: z.string(),
      position: z.string(),
      phone: z.string(),
    }),
  ),
  note: textOrNull,
  feedback: textOrNull,
  cancel_note: textOrNull,
  can_cancel: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  /** While a cancellation request is undecided. */
  cancel_requested_at: textOrNull,
  /** Set while approved again after a refused cancellation request. */
  cancellation_refused: z.nullable(z.object({ at: z.string(), reason: textOrNull })),
  /** Only if before its planned end. */
  ended_at: textOrNull,
  /** Approved reservations only, if arrivals are marked. */
  arrival_code: textOrNull,
  /** Null until marked. */
  arrived_at: textOrNull,
  /** The approved reservation whose place it takes, or took, when it is approved. */
  replaces: z.nullable(z.object({ id, date, time: z.string(), place: z.string() })),
}

const linkedDate = z.object({ id: link, date })

export const tourReservation = z.object({
  ...shared,
  type: z.literal('VIP_TOUR'),
  available_tour: z.object({
    id: link,
    time,
    end_time: time,
    duration: minutes,
    event_date: linkedDate,
    docent: z.object({ id: link, name: z.string(), language: z.string(), start_point: z.string() }),
  }),
  visitor: tourVisitor,
})
export type TourReservation = z.output<typeof tourReservation>

export const meetingReservation = z.object({
  ...shared,
  type: z.literal('GROUP_MEETING'),
  event_date: linkedDate,
  room: z.object({ id: link, name: z.string(), floor: z.int(), size: z.int() }),
  time_slots: z.array(
    z.object({
      available_room: z.object({ id: link, time }),
      start_time: time,
      end_time: time,
      duration: minutes,
    }),
  ),
  total_duration: minutes,
  time_range: z.string(),
  visitor: meetingVisitor,
})
export type MeetingReservation = z.output<typeof meetingReservation>

export type Reservation = TourReservation | MeetingReservation

export const reservationLists = z.object({
  tours: z.array(tourReservation),
  meetings: z.array(meetingReservation),
})
export type ReservationLists = z.output<typeof reservationLists>

export const reservationsIn = ({ tours, meetings }: ReservationLists): Reservation[] => [
  ...tours,
  ...meetings,
]

/** Replaces one reservation; unaffected lists keep their identity. */
export function withReservation<Lists extends ReservationLists>(lists: Lists, changed: Reservation): Lists {
  const put = <One extends Reservation>(list: readonly One[]) =>
    list.map((one) => (one.id === changed.id ? (changed as One) : one))
  const kind = changed.type === 'VIP_TOUR' ? 'tours' : 'meetings'
  const list: readonly Reservation[] = lists[kind]
  return list.some(({ id }) => id === changed.id) ? { ...lists, [kind]: put(list) } : lists
}

export const STATUS_TEXT: Readonly<Record<Status, string>> = {
  PENDING: '대기중',
  APPROVED: '예약됨',
  CANCEL_REQUESTED: '취소 요청',
  COMPLETED: '종료됨',
  REJECTED: '거절됨',
  CANCELLED: '취소됨',
}

export const EARLY_END_TEXT: Readonly<Record<EarlyEnd, string>> = {
  early: '조기 종료',
  before_start: '시작 전 종료',
}

export const listMyReservations = endpoint({
  audience: 'member',
  path: '/api/user/my-reservations/',
  summary: "The member's own reservations, newest start first",
  response: reservationLists,
})

export const listTours = endpoint({
  role: 'desk',
  path: '/api/admin/tours/',
  scope: 'reservations:read',
  beforeSetUp: 'password',
  summary:
    'Tour reservations in pages of 10, none while a first password is to be replaced; every administrator screen calls it to check its session',
  query: z.object({ page: z.optional(idText) }),
  response: z.object({ count: z.int(), results: z.array(tourReservation) }),
  errors: ['second_factor_setup_required'],
})

/** The slots of a reservation of either type, by time. */
export const timesOf = (reservation: Reservation) =>
  reservation.type === 'VIP_TOUR'
    ? [{ ...reservation.available_tour, start_time: reservation.available_tour.time }]
    : reservation.time_slots

/** Input for the rules in `domain/reservation.ts`. */
export function reservationFacts(reservation: Reservation): ReservationFacts & { date: string } {
  const { date } = (reservation.type === 'VIP_TOUR' ? reservation.available_tour : reservation).event_date
  const slots = timesOf(reservation)
  const last = slots.at(-1)!
  const startOf = (slot: { start_time: string }) => instantOf(date, slot.start_time) ?? startOfDay(date)
  return {
    kind: reservation.type,
    status: reservation.status,
    date,
    starts_at: startOf(slots[0]!),
    ends_at: startOf(last) + last.duration * 60_000,
  }
}

/** Existing slots only. */
export function slotIdsOf(reservation: Reservation): number[] {
  const ids =
    reservation.type === 'VIP_TOUR'
      ? [reservation.available_tour.id]
      : reservation.time_slots.map(({ available_room }) => available_room.id)
  return ids.filter((id) => id != null)
}
