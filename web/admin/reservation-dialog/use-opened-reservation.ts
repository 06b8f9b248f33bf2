import { startTransition, useCallback, useState } from 'react'
import { listReservations } from '../../../contract/admin/reservations.ts'
import type { Reservation, ReservationLists } from '../../../contract/reservation.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { findReservation } from './reservation-cache.ts'

/** Follows the open reservation, even after it has left the lists by a move, decision or search. */
export function useOpenedReservation(lists?: ReservationLists) {
  const [seen, setSeen] = useState<Reservation | null>(null)
  const listed = seen && findReservation(lists, seen.id)
  const isGone = seen !== null && !listed
  const query = { id: String(seen?.id ?? '') }
  const { data } = usePolled(listReservations, { query }, { enabled: isGone })
  const current = listed ?? (isGone ? newer(seen, findReservation(data, seen.id)) : null)
  if (current !== seen) setSeen(current)
  return {
    opened: current,
    // A transition: the press shows at once, the dialog follows. Making the page inert is slow.
    open: useCallback((reservation: Reservation) => startTransition(() => setSeen(reservation)), []),
    // A late answer must not close another reservation's dialog.
    close: ({ id }: Reservation) => setSeen((now) => (now?.id === id ? null : now)),
  }
}

/** Lists may be older than what was seen. A server may omit `updated_at`. */
export const newer = (seen: Reservation, found: Reservation | undefined): Reservation =>
  found && !(Date.parse(found.updated_at) < Date.parse(seen.updated_at)) ? found : seen
