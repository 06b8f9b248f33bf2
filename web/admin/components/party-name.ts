import type { Reservation } from '../../../contract/reservation.ts'
import { applicantName } from '../../../contract/text/applicant-text.ts'

/** Erased texts are empty; the member's name says so. */
export const partyName = (reservation: Reservation): string =>
  reservation.visitor.company || applicantName(reservation)
