import type { Reservation } from '../../../contract/reservation.ts'

/** By whom a reservation is known: the visitor's company, or that its member was deleted, and with them who came. */
export const partyName = ({ visitor, user }: Reservation): string => visitor.company || user.name
