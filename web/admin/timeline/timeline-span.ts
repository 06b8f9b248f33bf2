import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { madridTime } from '../../../domain/madrid-time.ts'
import { earlyEndOf } from '../../../domain/reservation.ts'
import { minutesOf } from '../../../domain/slot.ts'
import { columnsTo, FIRST_MINUTE, isDrawn as isMinuteDrawn, LAST_MINUTE } from '../components/drawn-hours.ts'

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
export const isDrawn = ({ from }: Span): boolean => isMinuteDrawn(from)

/** In columns from the left; cut at the right edge. */
export function placed({ from, until }: Span): { at: number; length: number } {
  const end = Math.min(until, LAST_MINUTE)
  return { at: columnsTo(from), length: (end - from) / 60 }
}

/** `part`: share of the sheet's width. */
export const minuteAt = (part: number): number => FIRST_MINUTE + part * (LAST_MINUTE - FIRST_MINUTE)

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
