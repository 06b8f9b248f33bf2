import type { Reservation } from '../../contract/reservation.ts'

export type NoticeKind =
  | 'request_received'
  | 'approved'
  | 'rejected'
  | 'cancellation_received'
  | 'cancellation_approved'
  | 'cancellation_refused'
  | 'cancelled'
  | 'ended_early'
  | 'place_changed'

export type MailKind = 'verification_code' | 'test' | 'screens_silent' | NoticeKind

/** One mail, ready to be put into the outbox: nothing in it depends on when or how it is sent. */
export type Mail = {
  kind: MailKind
  to: string
  subject: string
  text: string
  html: string
  /** Made from the fact that the mail reports, angle brackets included: the same fact twice is the same mail. */
  message_id: string
  reservation_id: number | null
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
}

/** The facts that every mail about a reservation is made from. */
export type ReservationNotice = {
  reservation: Reservation
  /** The reservation's version after what the mail tells. */
  version: number
  to: string
  reason?: string | null
  event_name: string
  contact_email: string
  public_url: string
}
