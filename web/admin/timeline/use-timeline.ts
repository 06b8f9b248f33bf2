import { getStats } from '../../../contract/admin/dashboard.ts'
import { listDocentsAsAdmin } from '../../../contract/admin/docents.ts'
import { type EventDate } from '../../../contract/event-date.ts'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listReservations } from '../../../contract/admin/reservations.ts'
import { listRoomsAsAdmin } from '../../../contract/admin/rooms.ts'
import { listRoomSlots, listTourSlots } from '../../../contract/admin/slots.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { now } from '../../browser/clock.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { useReads } from '../components/use-reads.ts'

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

  const always = { dates, docents, rooms }
  const ofDate = { reservations, tourSlots, roomSlots }
  const reads = useReads(
    date === undefined ? always : { ...always, ...ofDate },
    '데이터를 불러오는데 실패했습니다.',
    { beside: [stats] },
  )
  return {
    dates: dates.data,
    date,
    docents: docents.data,
    rooms: rooms.data,
    stats: stats.data,
    reservations: reservations.data,
    tourSlots: tourSlots.data,
    roomSlots: roomSlots.data,
    reads,
    updatedAt: reservations.dataUpdatedAt,
  }
}

export type Timeline = ReturnType<typeof useTimeline>
