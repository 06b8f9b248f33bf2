import { useState } from 'react'
import { listRoomSlots, listTourSlots } from '../../../contract/admin/slots.ts'
import { runFrom } from '../../../domain/free-run.ts'
import { freeTimes, startingTime, timesInstead, type Time } from '../../../domain/free-times.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import type { WalkInPlace } from './walk-in-place.ts'

type Where = WalkInPlace & { date: string; time: string }

/** A chosen time stays chosen when taken, so that the form can say so. */
export function useWalkInTime(where: Where, now: Instant) {
  const { kind, place, date, time } = where
  const id = String(place.id)
  const poll = POLL_MS
  const tours = useRead(listTourSlots, { query: { docent_id: id, date } }, { poll, enabled: kind === 'tour' })
  const rooms = useRead(listRoomSlots, { query: { room_id: id, date } }, { poll, enabled: kind === 'room' })
  const { data: slots, isError, refetch } = kind === 'tour' ? tours : rooms
  const [start, setStart] = useState<Time | null>(null)
  const [count, setCount] = useState(1)
  const free = slots ? freeTimes(slots, date, now) : []
  const begin = start === null ? startingTime(free, time) : undefined
  if (begin) setStart(begin)
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
    instead: () =>
      start && slots
        ? timesInstead(place, slots, date, { time: start.time, minutes: start.duration * count }, now)
        : [],
    /** Empty if one of them is taken. */
    chosen: isLost ? [] : run.slice(0, count),
    event_date_id: slots?.[0]?.event_date.id,
    chooseStart: (time: Time) => {
      setStart(time)
      setCount(Math.min(count, runFrom(free, time.id).length))
    },
    chooseCount: setCount,
  } as const
}

export type WalkInTime = ReturnType<typeof useWalkInTime>
