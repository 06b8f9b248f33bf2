import { useEffect, useState } from 'react'
import { getStats } from '../../../contract/admin/dashboard.ts'
import { listDocentsAsAdmin } from '../../../contract/admin/docents.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { type EventDate } from '../../../contract/event-date.ts'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listReservations } from '../../../contract/admin/reservations.ts'
import { listRoomsAsAdmin } from '../../../contract/admin/rooms.ts'
import { listRoomSlots, listTourSlots } from '../../../contract/admin/slots.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { ApiError } from '../../api/client.ts'
import { now } from '../../browser/clock.ts'
import { POLL_MS, refresh, useRead } from '../../api/reads/use-read.ts'
import { adminToast } from '../../ui/toast.ts'

export const FAILED = '데이터를 불러오는데 실패했습니다.'
const SHOWN: readonly Endpoint[] = [
  listEventDatesAsAdmin,
  listDocentsAsAdmin,
  listRoomsAsAdmin,
  getStats,
  listReservations,
  listTourSlots,
  listRoomSlots,
]

/** The chosen day while the event has it; else today, the next day of the event, or its last one. */
export const dayOf = (
  dates: readonly EventDate[],
  wanted: string | null,
  today: string,
): EventDate | undefined =>
  dates.find(({ date }) => date === wanted) ?? dates.find(({ date }) => date >= today) ?? dates.at(-1)

/** Everything that the timeline shows, read again every 30 seconds. `wanted` is the date in the address, if any. */
export function useTimeline(wanted: string | null) {
  const poll = POLL_MS
  const dates = useRead(listEventDatesAsAdmin, {}, { poll })
  const docents = useRead(listDocentsAsAdmin, {}, { poll })
  const rooms = useRead(listRoomsAsAdmin, {}, { poll })
  const stats = useRead(getStats, {}, { poll })
  const date = dates.data && dayOf(dates.data, wanted, madridDate(now()))?.date
  const ofDay = { poll, enabled: date !== undefined }
  const query = { date: date ?? '' }
  const reservations = useRead(listReservations, { query: { ...query, status: 'active' } }, ofDay)
  const tourSlots = useRead(listTourSlots, { query }, ofDay)
  const roomSlots = useRead(listRoomSlots, { query }, ofDay)

  const reads = [dates, docents, rooms, ...(date === undefined ? [] : [reservations, tourSlots, roomSlots])]
  const [reloading, setReloading] = useState(false)
  const isMissing = reads.some(({ data }) => data === undefined)
  // A new try clears the query's own error, and the card with the retry would flicker.
  const [problem, setProblem] = useState<Error | null>(null)
  const failed = reads.find(({ error, data }) => error && data === undefined)?.error
  if (failed && failed !== problem) setProblem(failed)
  if (!isMissing && problem) setProblem(null)
  const hasFailed = problem !== null && !isSignedOut(problem)
  useEffect(() => {
    if (hasFailed) adminToast.error(FAILED)
  }, [hasFailed])

  const reload = async () => {
    setReloading(true)
    await refresh(...SHOWN)
    setReloading(false)
  }
  return {
    dates: dates.data,
    date,
    docents: docents.data,
    rooms: rooms.data,
    stats: stats.data,
    reservations: reservations.data,
    tourSlots: tourSlots.data,
    roomSlots: roomSlots.data,
    problem,
    staleSince: reads.map(({ staleSince }) => staleSince).find((since) => since !== null) ?? null,
    updatedAt: reservations.dataUpdatedAt,
    reload: () => void reload(),
    reloading,
  }
}

export type Timeline = ReturnType<typeof useTimeline>

const isSignedOut = (error: Error) => error instanceof ApiError && error.status === 401

/** Why it could not be loaded. */
export const problemText = (problem: Error): string =>
  problem instanceof ApiError ? problem.text : '서버와 통신할 수 없습니다. 네트워크를 확인해주세요.'
