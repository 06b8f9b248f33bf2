import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { madridDate, madridTime, type Instant } from '../../../domain/madrid-time.ts'
import { earlyEndOf } from '../../../domain/reservation.ts'
import { minutesOf } from '../../../domain/slot.ts'

// The day as it is drawn: from 07:00 to 19:00, one column an hour.
const FIRST_HOUR = 7
const LAST_HOUR = 19

/** The hours that have a column, by the time at which each begins. */
export const HOURS: readonly string[] = Array.from(
  { length: LAST_HOUR - FIRST_HOUR },
  (_, i) => `${String(FIRST_HOUR + i).padStart(2, '0')}:00`,
)

/** From when to when on the wall clock, in minutes since midnight. */
export type Span = { from: number; until: number }

/** When a slot takes place. Of a room's slot a service may say how long it lasts, and not when it ends. */
export function slotSpan({ time, end_time, duration = 0 }: SlotTimes): Span {
  const from = minutesOf(time)
  return { from, until: end_time === undefined ? from + duration : minutesOf(end_time) }
}

type SlotTimes = { time: string; end_time?: string; duration?: number }

// A reservation that ended within its first minutes, or before them, is still to be seen and pressed.
const SHORTEST = 10

/** When a reservation takes place: to the end of its last slot, or to where it ended before that. */
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

/** True when it begins in one of the hours that have a column. */
export const isDrawn = ({ from }: Span): boolean => from >= FIRST_HOUR * 60 && from < LAST_HOUR * 60

/** Where a span lies on the sheet, in columns from its left edge; what reaches over the right edge is cut there. */
export function placed({ from, until }: Span): { at: number; length: number } {
  const end = Math.min(until, LAST_HOUR * 60)
  return { at: columnsTo(from), length: (end - from) / 60 }
}

/** The minute of the day at a part of the sheet's width. */
export const minuteAt = (part: number): number => FIRST_HOUR * 60 + part * (LAST_HOUR - FIRST_HOUR) * 60

const columnsTo = (minutes: number) => (minutes - FIRST_HOUR * 60) / 60

/** Where the line of the present time stands, in columns; null on another day and outside of the hours drawn. */
export function nowColumn(date: string, now: Instant): number | null {
  const span = { from: minutesOf(madridTime(now)), until: 0 }
  return date === madridDate(now) && isDrawn(span) ? columnsTo(span.from) : null
}

/**
 * A lane for each span, so that none covers another: a meeting that ended early and the one that got its time lie
 * beneath each other. The spans are in the order of their begin.
 */
export function lanesOf(spans: readonly Span[]): number[] {
  const ends: number[] = []
  return spans.map(({ from, until }) => {
    const free = ends.findIndex((end) => end <= from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = until
    return lane
  })
}
