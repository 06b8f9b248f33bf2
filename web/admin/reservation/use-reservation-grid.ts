import { listReservations } from '../../../contract/admin/reservations.ts'
import { listRoomSlots, listTourSlots } from '../../../contract/admin/slots.ts'
import { PAGE_SIZE } from '../../../contract/page.ts'
import type { ReservationLists } from '../../../contract/reservation.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { ApiError } from '../../api/client.ts'
import { useNow } from '../../browser/clock.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { toQuery } from '../components/use-query-params.ts'
import { usePages, type PagerOf } from '../components/use-pages.ts'
import { useReads } from '../components/load-state.tsx'
import { useEventReads } from '../components/use-event-reads.ts'
import { startingDate, type Filters } from './filters.ts'

const FAILED = '데이터를 불러오는데 실패했습니다.'
/** `all` dates are paged; a single date is complete. */
const LIST_PAGE = 500

export function useReservationGrid(filters: Filters) {
  const today = madridDate(useNow(60_000))
  const { dates, docents, rooms, stats, days } = useEventReads()
  const date = filters.date ?? (filters.ids ? 'all' : days && startingDate(days, today))
  const isOneDay = date !== undefined && date !== 'all'
  const wanted = toQuery({ ...filters, date })
  const pages = usePages(JSON.stringify(wanted), isOneDay ? PAGE_SIZE.max : LIST_PAGE)
  const list = usePolled(
    listReservations,
    { query: { ...wanted, ...pages.query } },
    { enabled: date !== undefined, keepPrevious: true },
  )
  const pager = pages.pagerOf(list.data?.count)
  // For desk bookings on one date; the tables do not wait for it.
  const slots = { query: { date: date ?? '' } }
  const tourSlots = usePolled(listTourSlots, slots, { enabled: isOneDay && filters.type !== 'meeting' })
  const roomSlots = usePolled(listRoomSlots, slots, { enabled: isOneDay && filters.type !== 'tour' })
  const failed = (problem: Error) => (problem instanceof ApiError && problem.isOwn ? problem.text : FAILED)
  const reads = useReads({ dates, docents, rooms, list }, failed, { beside: [stats] })
  const places = { docents: docents.data ?? [], rooms: rooms.data ?? [] }
  return {
    today,
    date,
    days,
    stats: stats.data,
    lists: list.data,
    places,
    reads: {
      ...reads,
      data:
        reads.data && days && date !== undefined
          ? {
              dates: datesShown(date, filters.ids ? [] : days, reads.data.list, pager),
              ...places,
              reservations: reads.data.list,
              pager,
              tourSlots: isOneDay ? tourSlots.data : undefined,
              roomSlots: isOneDay ? roomSlots.data : undefined,
            }
          : undefined,
    },
    updatedAt: list.dataUpdatedAt,
  }
}

/** For `all`: the event's dates and deleted ones with reservations; of several pages, only this page's dates. */
function datesShown(
  date: string,
  days: readonly string[],
  { tours, meetings }: ReservationLists,
  { page, count, pageSize }: PagerOf,
): string[] {
  if (date !== 'all') return [date]
  const booked = [
    ...tours.map(({ available_tour }) => available_tour.event_date.date),
    ...meetings.map(({ event_date }) => event_date.date),
  ].sort()
  const from = page === 1 ? '' : (booked[0] ?? '')
  const until = page * pageSize >= count ? '9' : (booked.at(-1) ?? '9')
  return [...new Set([...days, ...booked])].filter((day) => from <= day && day <= until).sort()
}
