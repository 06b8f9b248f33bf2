import { listReservations } from '../../../contract/admin/reservations.ts'
import { listRoomSlots, listTourSlots } from '../../../contract/admin/slots.ts'
import { PAGE_SIZE } from '../../../contract/page.ts'
import { dateToShow } from '../../../domain/event-date.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { now } from '../../browser/clock.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { useReads } from '../components/load-state.tsx'
import { useEventReads } from '../components/use-event-reads.ts'

/** `wanted`: the date in the address. */
export function useTimeline(wanted: string | null) {
  const { dates, docents, rooms, stats, days } = useEventReads()
  const date = days && dateToShow(days, madridDate(now()), wanted)
  const ofDay = { enabled: date !== undefined }
  const query = { date: date ?? '' }
  const reservations = usePolled(
    listReservations,
    { query: { ...query, status: 'active', page: '1', page_size: String(PAGE_SIZE.max) } },
    ofDay,
  )
  const { data } = reservations
  const tourSlots = usePolled(listTourSlots, { query }, ofDay)
  const roomSlots = usePolled(listRoomSlots, { query }, ofDay)

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
    reservations: data,
    /** Reservations beyond the first page. */
    missing: data ? data.count! - data.tours.length - data.meetings.length : 0,
    tourSlots: tourSlots.data,
    roomSlots: roomSlots.data,
    reads,
    updatedAt: reservations.dataUpdatedAt,
  }
}

export type Timeline = ReturnType<typeof useTimeline>
