import type { Reservation } from '../../contract/reservation.ts'
import type { Instant } from '../../domain/madrid-time.ts'

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
  | 'moved'

export type MailKind = 'verification_code' | 'test' | 'screens_silent' | NoticeKind

/** One mail, ready to be put into the outbox: nothing in it depends on when or how it is sent. */
export type Mail = {
  kind: MailKind
  to: string
  /** Administrators read it in the list of mails: no secret stands in it. */
  subject: string
  text: string
  html: string
  /** Made from the fact that the mail reports, angle brackets included: the same fact twice is the same mail. */
  message_id: string
  reservation_id: number | null
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
}

/** The thing that was deleted when a reservation was cancelled because of it. */
export type Deleted = 'slot' | 'event_date' | 'place' | 'member'

/**
 * Why a deletion cancels reservations: the deleted thing, and the reason that members are told, unless the administrator
 * has given one of their own.
 */
export type DeletionCause = { deleted: Deleted; reason: string; own_reason?: string | undefined }

/** The facts that every mail about a reservation is made from. */
export type ReservationNotice = {
  reservation: Reservation
  /** The reservation's version after what the mail tells. */
  version: number
  to: string
  reason?: string | null
  /** It had been approved before what the mail tells: calendars may hold it. */
  was_agreed?: boolean
  /** The thing whose deletion has cancelled it. */
  deleted?: Deleted | undefined
  event_name: string
  contact_email: string
  public_url: string
  now: Instant
}
