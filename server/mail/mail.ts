import type { Reservation } from '../../contract/reservation.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import type { ReservationKind } from '../../domain/reservation.ts'
import type { MailContent } from './templates/mail-content.ts'

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
  | ReminderMailKind

export type ReminderMailKind = 'reminder_evening' | 'reminder_before'

export type MailKind = keyof FactsOf

/**
 * One mail: the facts that it is made from, as they are when what it tells happens. They are all that is kept of it, as
 * JSON, and no later change of what they say changes it.
 */
export type Mail = { [Kind in MailKind]: { kind: Kind; facts: FactsOf[Kind] } }[MailKind]

/** The facts that mails of each kind are made from. */
export type FactsOf = Readonly<Record<NoticeKind, ReservationNotice>> & {
  place_changed: ChangeNotice
  moved: MoveNotice
  verification_code: CodeNotice
  erasure_link: ErasureLinkNotice
  test: TestNotice
  screens_silent: SilenceNotice
  waitlist_ended: WaitlistNotice
  erasure_announced: ErasureNotice
  requests_waiting: WaitingNotice
  reminder_evening: ReminderNotice
  reminder_before: ReminderNotice
}

/** The texts of a mail, in the forms in which it carries them. */
export type MailTexts = {
  text: string
  html: string
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
  /** The text of the QR code that the page shows. */
  qr?: string
}

/** A mail as it is sent, but for what belongs to the moment at which it leaves. */
export type WrittenMail = MailTexts & {
  kind: MailKind
  to: string
  /** Administrators read it in the list of mails: no secret stands in it. */
  subject: string
  /** Made from the fact that the mail reports, angle brackets included: the same fact twice is the same mail. */
  message_id: string
  reservation_id: number | null
}

/** A mail as its template words it; the rest of its content is the same for all. */
export type MailDraft = Omit<MailContent, 'headline' | 'event_name' | 'contact_email'> &
  Partial<Pick<MailContent, 'headline'>> &
  Pick<MailTexts, 'calendar'>

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
  /** It came of a wait in the line: nobody has just asked for it. */
  is_served?: true
  /** It had been approved before what the mail tells: calendars may hold it. */
  was_agreed?: boolean
  /** The thing whose deletion has cancelled it. */
  deleted?: Deleted | undefined
  event_name: string
  contact_email: string
  public_url: string
  now: Instant
}

/** `before` is the reservation as it was until what the mail tells. */
export type ChangeNotice = ReservationNotice & { before: Reservation }

/** `message` is what the administrator adds. */
export type MoveNotice = ChangeNotice & { message: string | null }

/** A reminder of this start of the reservation, which is of no use from `lapses_at` on. */
export type ReminderNotice = ReservationNotice & { starts_at: Instant; lapses_at: Instant }

type Event = Pick<ReservationNotice, 'event_name' | 'contact_email' | 'public_url'>

export type CodeNotice = Event & {
  to: string
  code: string
  /** Unique to this request for a code, such as a UUID. */
  request_id: string
  valid_minutes: number
}

export type ErasureLinkNotice = Event & {
  to: string
  name: string
  /** Opens the last step together with the member's session. */
  token: string
  /** Unique to this request for a link, such as a UUID. */
  request_id: string
  valid_minutes: number
}

export type TestNotice = Event & {
  to: string
  /** The administrator who asked for it. */
  asked_by: string
  asked_at: Instant
  /** Unique to this test, such as a UUID. */
  request_id: string
}

export type SilenceNotice = Event & {
  to: string
  /** The screens that fell silent, at least one; `name` is the one that they were given. */
  screens: readonly {
    id: number
    name: string | null
    room: string
    width: number
    height: number
    last_seen_at: Instant
  }[]
}

/** `entry` is the time that was waited for, and `member_name` the one of the account. */
export type WaitlistNotice = Event & {
  to: string
  member_name: string
  entry: {
    id: number
    kind: ReservationKind
    date: string
    time: string
    end_time: string
    place_name: string
    created_at: Instant
  }
  /** An administrator's own words. */
  reason: string | null
}

export type ErasureNotice = Event & {
  to: string
  /** The day on which it takes place. */
  day: string
  told_at: Instant
  members: number
  reservations: number
  mails: number
}

export type WaitingNotice = Event & {
  to: string
  now: Instant
  /** How many have waited for longer than `hours`, and how many wait at all. */
  overdue: number
  waiting: number
  hours: number
  /** The one that has waited longest; `place` is its docent or room. */
  oldest: {
    id: number
    kind: ReservationKind
    is_cancellation: boolean
    place: string
    starts_at: Instant
    since: Instant
  }
}
