import { startTransition, useCallback, useState } from 'react'
import { listReservations } from '../../../contract/admin/reservations.ts'
import type { Reservation, ReservationLists } from '../../../contract/reservation.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { findReservation } from './reservation-cache.ts'

/**
 * The reservation whose details are open, as it is now. When it leaves the lists that it was opened from, because somebody
 * has rejected or moved it or it no longer matches a search, it is read by itself.
 */
export function useOpenedReservation(lists: ReservationLists) {
  const [seen, setSeen] = useState<Reservation | null>(null)
  const listed = seen && findReservation(lists, seen.id)
  const isGone = seen !== null && !listed
  const query = { id: String(seen?.id ?? '') }
  const { data } = useRead(listReservations, { query }, { poll: POLL_MS, enabled: isGone })
  const current = listed ?? (isGone ? newer(seen, findReservation(data, seen.id)) : null)
  if (current !== seen) setSeen(current)
  return {
    opened: current,
    // The press is answered at once, by the mark on what was pressed; the dialog follows, for which a browser looks at
    // everything that it makes inert.
    open: useCallback((reservation: Reservation) => startTransition(() => setSeen(reservation)), []),
    // An answer that comes late must not close the dialog of another reservation.
    close: ({ id }: Reservation) => setSeen((now) => (now?.id === id ? null : now)),
  }
}

/** Lists that were read before say how it was, and not how it is. A service may say nothing of when it was changed. */
const newer = (seen: Reservation, found: Reservation | undefined): Reservation =>
  found && !(Date.parse(found.updated_at) < Date.parse(seen.updated_at)) ? found : seen
