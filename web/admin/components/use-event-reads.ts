import { getStats } from '../../../contract/admin/dashboard.ts'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../contract/admin/place-lists.ts'
import { usePolled } from '../../api/reads/use-read.ts'

/** Reads that do not depend on the shown date. */
export function useEventReads() {
  const dates = usePolled(listEventDatesAsAdmin, {})
  const docents = usePolled(listDocentsAsAdmin, {})
  const rooms = usePolled(listRoomsAsAdmin, {})
  const stats = usePolled(getStats, {})
  return { dates, docents, rooms, stats, days: dates.data?.map(({ date }) => date) }
}
