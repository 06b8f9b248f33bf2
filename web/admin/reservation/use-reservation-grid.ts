import { useEffect, useState } from 'react'
import { getStats } from '../../../contract/admin/dashboard.ts'
import { listDocentsAsAdmin } from '../../../contract/admin/docents.ts'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listReservations } from '../../../contract/admin/reservations.ts'
import type { ReservationLists } from '../../../contract/reservation.ts'
import { listRoomsAsAdmin } from '../../../contract/admin/rooms.ts'
import { listRoomSlots, listTourSlots } from '../../../contract/admin/slots.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { ApiError } from '../../api/client.ts'
import { useNow } from '../../browser/clock.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { adminToast } from '../../ui/toast.ts'
import { startingDate, type Filters } from './filters.ts'

const FAILED = '데이터를 불러오는데 실패했습니다.'
const poll = POLL_MS

/** Everything that the tables of reservations are drawn from, asked for again and again. */
export function useReservationGrid(filters: Filters) {
  const today = madridDate(useNow(60_000))
  const dates = useRead(listEventDatesAsAdmin, {}, { poll })
  const docents = useRead(listDocentsAsAdmin, {}, { poll })
  const rooms = useRead(listRoomsAsAdmin, {}, { poll })
  const stats = useRead(getStats, {}, { poll })
  const days = dates.data?.map(({ date }) => date)
  const date = filters.date ?? (days && startingDate(days, today))
  const query = { date: date === 'all' ? undefined : date, search: filters.search || undefined }
  const list = useRead(listReservations, { query }, { poll, enabled: date !== undefined, keepPrevious: true })
  // Where one may book at the desk; of one date only, and the tables do not wait for it.
  const slots = { query: { date: date ?? '' } }
  const isOneDay = date !== undefined && date !== 'all'
  const tourSlots = useRead(listTourSlots, slots, { poll, enabled: isOneDay && filters.type !== 'meeting' })
  const roomSlots = useRead(listRoomSlots, slots, { poll, enabled: isOneDay && filters.type !== 'tour' })
  const needed = [dates, docents, rooms, list]
  const failure = useFailure(
    needed.some(({ data }) => data === undefined),
    needed.find(({ error }) => error)?.error ?? null,
  )
  const { reload, reloading } = useReload([...needed, stats])
  const places = docents.data && rooms.data && { docents: docents.data, rooms: rooms.data }
  return {
    today,
    date,
    days,
    stats: stats.data,
    /** What the tables are made of, once all of it is there. */
    shown:
      days && date && places && list.data
        ? {
            dates: datesShown(date, days, list.data),
            ...places,
            reservations: list.data,
            tourSlots: isOneDay ? tourSlots.data : undefined,
            roomSlots: isOneDay ? roomSlots.data : undefined,
          }
        : null,
    /** Another search's or date's answer is still on its way. */
    isBusy: list.isPlaceholderData,
    failure,
    staleSince: needed.find((read) => read.staleSince)?.staleSince ?? null,
    updatedAt: list.dataUpdatedAt,
    reload,
    reloading,
  }
}

/** All dates are those of the event, and deleted ones of which reservations are left. */
function datesShown(date: string, days: readonly string[], { tours, meetings }: ReservationLists): string[] {
  if (date !== 'all') return [date]
  const booked = [
    ...tours.map(({ available_tour }) => available_tour.event_date.date),
    ...meetings.map(({ event_date }) => event_date.date),
  ]
  return [...new Set([...days, ...booked])].toSorted()
}

/** Why the tables cannot be shown, said once by a toast too; null while they are there or still coming. */
function useFailure(isMissing: boolean, error: Error | null) {
  // A new try clears the query's own error, and the card with the retry would flicker.
  const [problem, setProblem] = useState<Error | null>(null)
  if (error && error !== problem) setProblem(error)
  if (!isMissing && !error && problem) setProblem(null)
  const failure = isMissing && problem && !isSignedOut(problem) ? problem : null
  const text = failure && failureTitle(failure)
  useEffect(() => {
    if (text) adminToast.error(text)
  }, [text])
  return failure && { title: failureTitle(failure), isOffline: !(failure instanceof ApiError) }
}

const isSignedOut = (error: Error) => error instanceof ApiError && error.status === 401

const failureTitle = (failure: Error) => (failure instanceof ApiError ? failure.text : FAILED)

type Read = { refetch: () => Promise<{ error: Error | null }> }

function useReload(reads: readonly Read[]) {
  const [reloading, setReloading] = useState(false)
  const again = async () => {
    setReloading(true)
    const answers = await Promise.all(reads.map(({ refetch }) => refetch()))
    setReloading(false)
    const error = answers.find((answer) => answer.error)?.error
    if (error && !isSignedOut(error)) adminToast.error(failureTitle(error))
  }
  return { reload: () => void again(), reloading }
}
