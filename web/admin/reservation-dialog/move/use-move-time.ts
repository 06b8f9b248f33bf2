import { useState } from 'react'
import { listRoomSlots, listTourSlots } from '../../../../contract/admin/slots.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import { partOf, runFrom } from '../../../../domain/free-run.ts'
import { startWithRoom, timesInstead, type Time } from '../../../../domain/free-times.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { POLL_MS, useRead } from '../../../api/reads/use-read.ts'
import { minutesOf } from '../../../components/reservation/reservation-text.ts'
import type { FreeTime } from '../../components/free-time/free-time-fields.tsx'
import { lossesOf } from './move-slot.ts'
import type { MovePlace } from './move-place.ts'

export type MoveTime = FreeTime & { chosen: readonly Time[]; event_date_id: number | undefined }

/**
 * Free times include the reservation's own slots. Another place or date keeps the wanted time and length. `first`
 * stays chosen even if just taken, so that the form can say so.
 */
export function useMoveTime(
  reservation: Reservation,
  { kind, place, date }: MovePlace & { date: string },
  first: string,
  now: Instant,
): MoveTime {
  const { data: slots, isError, refetch } = useDay(kind, place.id, date)
  const [wanted, setWanted] = useState({ time: first, minutes: minutesOf(reservation) })
  const [choice, setChoice] = useState<{ where: string; start: Time; count: number } | null>(null)
  const where = `${place.id} ${date}`
  const [firstWhere] = useState(where)
  const losses = slots && lossesOf(slots, reservation, now)
  const free = slots ? slots.filter((slot) => losses!.get(slot) === null) : []
  const length = (start: Time) => {
    const run = runFrom(free, start.id)
    return kind === 'tour' ? 1 : (partOf(run, wanted.minutes)?.length ?? Math.max(1, run.length))
  }
  if (slots && choice?.where !== where) {
    const isFirst = choice === null && where === firstWhere
    const exact = isFirst ? slots.find(({ time }) => time === first) : undefined
    const near = startWithRoom(free, { ...wanted, minutes: kind === 'tour' ? null : wanted.minutes })
    const start = exact ?? near
    const count = exact && kind === 'room' ? Math.ceil(wanted.minutes / exact.duration) : 1
    if (start) setChoice({ where, start, count: exact ? count : length(start) })
  }
  const [start, count] = choice?.where === where ? [choice.start, choice.count] : [null, 1]
  const run = start ? runFrom(free, start.id) : []
  const isLost = slots !== undefined && start !== null && run.length < count
  return {
    state: slots ? (free.length > 0 ? 'free' : 'full') : isError ? 'failed' : 'loading',
    reload: () => void refetch(),
    free,
    start,
    run,
    count,
    isLost,
    instead: () => {
      if (!slots || !start) return []
      const day = slots.map((slot) => ({ ...slot, available: losses!.get(slot) === null }))
      return timesInstead(place, day, date, { time: start.time, minutes: start.duration * count }, now)
    },
    chosen: isLost ? [] : run.slice(0, count),
    event_date_id: slots?.[0]?.event_date.id,
    chooseStart: (time) => {
      setWanted({ ...wanted, time: time.time })
      setChoice({ where, start: time, count: length(time) })
    },
    chooseCount: (chosen) => {
      if (!start) return
      setWanted({ ...wanted, minutes: start.duration * chosen })
      setChoice({ where, start, count: chosen })
    },
  }
}

function useDay(kind: MovePlace['kind'], placeId: number, date: string) {
  const id = String(placeId)
  const poll = POLL_MS
  const tours = useRead(listTourSlots, { query: { docent_id: id, date } }, { poll, enabled: kind === 'tour' })
  const rooms = useRead(listRoomSlots, { query: { room_id: id, date } }, { poll, enabled: kind === 'room' })
  return kind === 'tour' ? tours : rooms
}
