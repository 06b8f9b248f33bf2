import { useState } from 'react'
import type { Reservation } from '../../../../contract/reservation.ts'
import { partOf, runFrom } from '../../../../domain/free-run.ts'
import { startWithRoom, timesInstead } from '../../../../domain/free-times.ts'
import type { Time } from '../../../../domain/slot.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { minutesOf } from '../../../components/reservation/reservation-text.ts'
import type { FreeTime } from '../../components/free-time/free-time-fields.tsx'
import { lossesOf } from './move-slot.ts'
import { chosenTime, useDaySlots } from '../../components/free-time/use-day-slots.ts'
import type { Place } from '../../components/place.ts'

export type MoveTime = FreeTime & { chosen: readonly Time[]; event_date_id: number | undefined }

/**
 * Free times include the reservation's own slots. Another place or date keeps the wanted time and length. `first`
 * stays chosen even if just taken, so that the form can say so.
 */
export function useMoveTime(
  reservation: Reservation,
  { date, ...where }: Place & { date: string },
  first: string,
  now: Instant,
): MoveTime {
  const { kind, place } = where
  const read = useDaySlots(where, date)
  const slots = read.data
  const [wanted, setWanted] = useState({ time: first, minutes: minutesOf(reservation) })
  const [choice, setChoice] = useState<{ where: string; start: Time; count: number } | null>(null)
  const here = `${place.id} ${date}`
  const [firstWhere] = useState(here)
  const losses = slots && lossesOf(slots, reservation, now)
  const free = slots ? slots.filter((slot) => losses!.get(slot) === null) : []
  const length = (start: Time) => {
    const run = runFrom(free, start.id)
    return kind === 'tour' ? 1 : (partOf(run, wanted.minutes)?.length ?? Math.max(1, run.length))
  }
  if (slots && choice?.where !== here) {
    const isFirst = choice === null && here === firstWhere
    const exact = isFirst ? slots.find(({ time }) => time === first) : undefined
    const near = startWithRoom(free, { ...wanted, minutes: kind === 'tour' ? null : wanted.minutes })
    const start = exact ?? near
    const count = exact && kind === 'room' ? Math.ceil(wanted.minutes / exact.duration) : 1
    if (start) setChoice({ where: here, start, count: exact ? count : length(start) })
  }
  const [start, count] = choice?.where === here ? [choice.start, choice.count] : [null, 1]
  return {
    ...chosenTime(read, free, start, count),
    instead: () => {
      if (!slots || !start) return []
      const day = slots.map((slot) => ({ ...slot, available: losses!.get(slot) === null }))
      return timesInstead(place, day, date, { time: start.time, minutes: start.duration * count }, now)
    },
    chooseStart: (time) => {
      setWanted({ ...wanted, time: time.time })
      setChoice({ where: here, start: time, count: length(time) })
    },
    chooseCount: (chosen) => {
      if (!start) return
      setWanted({ ...wanted, minutes: start.duration * chosen })
      setChoice({ where: here, start, count: chosen })
    },
  }
}
