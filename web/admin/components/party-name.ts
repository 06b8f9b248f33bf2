import type { Reservation } from '../../../contract/reservation.ts'

/** After a member's erasure the company is empty; `user.name` says so. */
export const partyName = ({ visitor, user }: Reservation): string => visitor.company || user.name
