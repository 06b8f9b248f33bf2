import type { Reservation } from '../../contract/reservation.ts'

/**
 * With `created_at`, because the next event's database reuses numbers, and mail programs would take new mails
 * for copies.
 */
export const mailReservationId = ({ id, created_at }: Pick<Reservation, 'id' | 'created_at'>): string =>
  `reservation-${id}-${Math.floor(Date.parse(created_at) / 1000).toString(36)}`

export const hostOf = (public_url: string): string => new URL(public_url).hostname
