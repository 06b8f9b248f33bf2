import { getStats } from '../../../contract/admin/dashboard.ts'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../contract/admin/places.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'

const POLLED = { poll: POLL_MS }

/** Reads that do not depend on the shown date. */
export function useEventReads() {
  const dates = useRead(listEventDatesAsAdmin, {}, POLLED)
  const docents = useRead(listDocentsAsAdmin, {}, POLLED)
  const rooms = useRead(listRoomsAsAdmin, {}, POLLED)
  const stats = useRead(getStats, {}, POLLED)
  return { dates, docents, rooms, stats, days: dates.data?.map(({ date }) => date) }
}
