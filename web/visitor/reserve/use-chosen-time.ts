import { useState } from 'react'
import {
  listMyReservations,
  reservationFacts,
  reservationsIn,
  slotIdsOf,
  type Reservation,
} from '../../../contract/reservation.ts'
import { instantOf, type Instant } from '../../../domain/madrid-time.ts'
import { overlappingOwn } from '../../../domain/own-overlaps.ts'
import { spanOf } from '../../../domain/slot-choice.ts'
import { lossOf } from '../../../domain/slot-loss.ts'
import { POLL_MS, useChangesOf, usePolled } from '../../api/reads/use-read.ts'
import { useNow } from '../../browser/clock.ts'
import type { Booking, ChosenPlace, ChosenSlot, DashboardState } from '../../paths.ts'
import { placesOf } from '../components/places.ts'
import { useSchedule } from '../components/use-schedule.ts'

export type ChosenBooking = Booking & {
  /** Where the same place's other times are. */
  grid: DashboardState
  /** Takes another time, perhaps at another place. */
  onMove: (chosen: ChosenPlace, slots: readonly ChosenSlot[]) => void
}

/** Whether the chosen time is lost, and which own reservations overlap. An own request is not a loss. */
export function useChosenTime({ kind, place, date, slots }: Booking) {
  const schedule = useSchedule(date, { poll: POLL_MS })
  useChangesOf(`schedule:${date}`, { ...schedule, atOnce: true })
  const mine = usePolled(listMyReservations, {})
  useChangesOf('mine', { ...mine, atOnce: true })
  const now = useNow(60_000)
  // Only a newer answer than the one that led to this choice can prove a loss.
  const [before] = useState(schedule.dataUpdatedAt)
  const isKnown = schedule.dataUpdatedAt !== before && mine.isFetched && !mine.isError
  const there = placesOf(schedule.data, kind).find(({ id }) => id === place.id)
  const day = (there?.slots ?? []).map((slot) =>
    slot.id < 0 ? { ...slot, id: slots.find(({ time }) => time === slot.time)?.id ?? slot.id } : slot,
  )
  const all = mine.data ? reservationsIn(mine.data) : []
  const own = ownAt(all, date, slots, now).map((reservation) => ({
    reservation,
    isSame: holdsAll(reservation, kind, slots),
  }))
  const isOwn = own.some(({ isSame }) => isSame)
  const loss = isOwn ? null : lossOf(slots, isKnown || schedule.isEmptyDay ? day : null, date, now)
  return {
    own,
    isOwn,
    loss,
    /** Known to be free since the choice. */
    isFree: isKnown && !isOwn && loss === null,
    /** Changes with each answer. */
    answer: schedule.dataUpdatedAt,
    schedule: schedule.data,
    isFailing: schedule.isError || schedule.staleSince !== null,
  }
}

export type ChosenTime = ReturnType<typeof useChosenTime>

function ownAt(
  all: readonly Reservation[],
  date: string,
  slots: Booking['slots'],
  now: Instant,
): Reservation[] {
  const { time, minutes } = spanOf(slots)
  const starts_at = instantOf(date, time) ?? now
  const own = all.map((reservation) => ({ reservation, ...reservationFacts(reservation) }))
  const wanted = { starts_at, ends_at: starts_at + minutes * 60_000 }
  return overlappingOwn(own, wanted, now).map(({ reservation }) => reservation)
}

function holdsAll(own: Reservation, kind: Booking['kind'], slots: Booking['slots']): boolean {
  if ((own.type === 'VIP_TOUR') !== (kind === 'tour')) return false
  const held = slotIdsOf(own)
  return slots.every(({ id }) => held.includes(id))
}
