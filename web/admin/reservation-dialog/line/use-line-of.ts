import { getLineOfReservation } from '../../../../contract/admin/waitlist.ts'
import { reservationFacts, type Reservation } from '../../../../contract/reservation.ts'
import { isActive } from '../../../../domain/reservation.ts'
import { now } from '../../../browser/clock.ts'
import { POLL_MS, useRead } from '../../../api/reads/use-read.ts'

export const useLineOf = (reservation: Reservation) =>
  useRead(
    getLineOfReservation,
    { params: { id: String(reservation.id) } },
    { poll: POLL_MS, enabled: isActive(reservationFacts(reservation), now()) },
  )
