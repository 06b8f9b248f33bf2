import { getLineOfReservation } from '../../../../contract/admin/waitlist.ts'
import { reservationFacts, type Reservation } from '../../../../contract/reservation.ts'
import { isActive } from '../../../../domain/reservation.ts'
import { now } from '../../../browser/clock.ts'
import { usePolled } from '../../../api/reads/use-read.ts'

export const useLineOf = (reservation: Reservation) =>
  usePolled(
    getLineOfReservation,
    { params: { id: reservation.id } },
    { enabled: isActive(reservationFacts(reservation), now()) },
  )
