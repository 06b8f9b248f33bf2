import type { Reservation } from '../../contract/reservation.ts'

/**
 * A reservation's name in Message-IDs and calendars. Its number alone would come again in the next event's database on
 * the same host, and then mail programs take the new mail for a copy and calendars the new entry for an old one.
 */
export const mailReservationId = ({ id, created_at }: Pick<Reservation, 'id' | 'created_at'>): string =>
  `reservation-${id}-${Math.floor(Date.parse(created_at) / 1000).toString(36)}`

/** The host of the service's address, which makes identifiers unique in the world. */
export const hostOf = (public_url: string): string => new URL(public_url).hostname
