import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { madridDate, madridTime, type Instant } from '../../../domain/madrid-time.ts'
import { earlyEndOf } from '../../../domain/reservation.ts'
import { minutesOf } from '../../../domain/slot.ts'

// 07:00 to 19:00, one column per hour.
const FIRST_HOUR = 7
const LAST_HOUR = 19

export const HOURS: readonly string[] = Array.from(
  { length: LAST_HOUR - FIRST_HOUR },
  (_, i) => `${String(FIRST_HOUR + i).padStart(2, '0')}:00`,
)

/** Minutes since midnight, wall clock. */
export type Span = { from: number; until: number }

/** A server may give a room slot's duration instead of its end. */
export function slotSpan({ time, end_time, duration = 0 }: SlotTimes): Span {
  const from = minutesOf(time)
  return { from, until: end_time === undefined ? from + duration : minutesOf(end_time) }
}

type SlotTimes = { time: string; end_time?: string; duration?: number }

// In minutes. Keeps a reservation visible that ended within its first minutes.
const SHORTEST = 10

/** Until the last slot's end, or an early end. */
export function reservationSpan(reservation: Reservation): Span {
  const planned = plannedSpan(reservation)
  if (!reservation.ended_at) return planned
  const ended = Date.parse(reservation.ended_at)
  const sat = earlyEndOf(reservationFacts(reservation).starts_at, ended) === 'early'
  const until = sat ? minutesOf(madridTime(ended)) : planned.from
  return { from: planned.from, until: Math.min(planned.until, Math.max(until, planned.from + SHORTEST)) }
}

function plannedSpan(reservation: Reservation): Span {
  if (reservation.type === 'VIP_TOUR') return slotSpan(reservation.available_tour)
  const { time_slots } = reservation
  return { from: minutesOf(time_slots[0]!.start_time), until: minutesOf(time_slots.at(-1)!.end_time) }
}

/** Starts in a drawn hour. */
export const isDrawn = ({ from }: Span): boolean => from >= FIRST_HOUR * 60 && from < LAST_HOUR * 60

/** In columns from the left; cut at the right edge. */
export function placed({ from, until }: Span): { at: number; length: number } {
  const end = Math.min(until, LAST_HOUR * 60)
  return { at: columnsTo(from), length: (end - from) / 60 }
}

/** `part`: share of the sheet's width. */
export const minuteAt = (part: number): number => FIRST_HOUR * 60 + part * (LAST_HOUR - FIRST_HOUR) * 60

const columnsTo = (minutes: number) => (minutes - FIRST_HOUR * 60) / 60

/** In columns; null on another day or outside the hours. */
export function nowColumn(date: string, now: Instant): number | null {
  const span = { from: minutesOf(madridTime(now)), until: 0 }
  return date === madridDate(now) && isDrawn(span) ? columnsTo(span.from) : null
}

/** Overlapping spans get separate lanes, as after an early end. Expects spans in order of start. */
export function lanesOf(spans: readonly Span[]): number[] {
  const ends: number[] = []
  return spans.map(({ from, until }) => {
    const free = ends.findIndex((end) => end <= from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = until
    return lane
  })
}
