import type { DeletionTerms } from '../../contract/admin/deletion.ts'
import type { Reservation } from '../../contract/reservation.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import type { Action, ReservationKind } from '../../domain/reservation.ts'
import type { PassedOver } from '../../domain/waitlist.ts'
import type { MailContent } from './templates/mail-content.ts'

export type NoticeKind =
  | 'request_received'
  | 'undecided'
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

/** The mail about each change of a reservation. */
export const NOTICES = {
  create: 'request_received',
  approve: 'approved',
  reject: 'rejected',
  cancel: 'cancelled',
  request_cancellation: 'cancellation_received',
  approve_cancellation: 'cancellation_approved',
  reject_cancellation: 'cancellation_refused',
  end_early: 'ended_early',
} as const satisfies Record<'create' | Exclude<Action, 'complete' | 'take_back'>, NoticeKind>

export type MailKind = keyof FactsOf

/** Secret, urgent, and useless after minutes. */
export const isCodeMail = (kind: string): boolean => kind === 'verification_code' || kind === 'login_code'

/** Stored as these facts, in JSON; later changes do not affect them. */
export type Mail = { [Kind in MailKind]: { kind: Kind; facts: FactsOf[Kind] } }[MailKind]

export type FactsOf = Readonly<Record<NoticeKind, ReservationNotice>> & {
  place_changed: ChangeNotice
  moved: MoveNotice
  verification_code: CodeNotice
  login_code: CodeNotice
  phone_claimed: ClaimNotice
  erasure_link: ErasureLinkNotice
  invited: InvitedNotice
  new_device: NewDeviceNotice
  test: TestNotice
  screens_silent: SilenceNotice
  day_reported: DayReportNotice
  waitlist_joined: WaitlistNotice
  waitlist_moved: WaitlistNotice
  waitlist_ended: WaitlistNotice
  erasure_announced: ErasureNotice
  requests_waiting: WaitingNotice
  message: MessageNotice
  reminder_evening: ReminderNotice
  reminder_before: ReminderNotice
}

export type MailTexts = {
  text: string
  html: string
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string }
  qr?: string
}

export type WrittenMail = MailTexts & {
  kind: MailKind
  to: string
  /** Shown in the list of mails: contains no secret. */
  subject: string
  /** With angle brackets; the same cause twice is the same mail. */
  message_id: string
  reservation_id: number | null
}

export type MailDraft = Omit<MailContent, 'headline' | 'event_name' | 'contact_email'> &
  Partial<Pick<MailContent, 'headline'>> &
  Pick<MailTexts, 'calendar'>

export type Templates<Kinds extends MailKind> = {
  readonly [Kind in Kinds]: (facts: FactsOf[Kind]) => MailDraft
}

export type Deleted = 'slot' | 'event_date' | 'place' | 'member'

/** The reason in `terms`, an administrator's own, replaces `reason`. */
export type DeletionCause = { deleted: Deleted; reason: string; terms?: DeletionTerms | undefined }

export type CalendarIdentity = { uid: string; organizer: { name: string; email: string } }

export type ReservationNotice = {
  reservation: Reservation
  /** After the event that the mail reports. */
  version: number
  to: string
  reason?: string | null
  /** Made from the waiting list. */
  is_served?: true
  /** UID and organizer of the calendar entry that was sent first. */
  identity?: CalendarIdentity | undefined
  /** Calendars may contain it. */
  was_agreed?: boolean
  /** A requested time change of it stays, as an ordinary request. */
  has_change?: boolean
  deleted?: Deleted | undefined
  event_name: string
  contact_email: string
  public_url: string
  now: Instant
}

export type ChangeNotice = ReservationNotice & { before: Reservation }

export type MoveNotice = ChangeNotice & { message: string | null }

/** No longer useful from `lapses_at` on. */
export type ReminderNotice = ReservationNotice & { starts_at: Instant; lapses_at: Instant }

type AnyNotice = Pick<ReservationNotice, 'to' | 'event_name' | 'contact_email' | 'public_url'>

export type CodeNotice = AnyNotice & {
  code: string
  /** Unique, such as a UUID. */
  request_id: string
  valid_minutes: number
}

export type ClaimNotice = AnyNotice & {
  /** The member whose phone another person gave. */
  id: number
  name: string
  now: Instant
}

export type ErasureLinkNotice = AnyNotice & {
  name: string
  /** Works only together with the member's session. */
  token: string
  /** Unique, such as a UUID. */
  request_id: string
  valid_minutes: number
  lapses_at: Instant
}

export type InvitedNotice = AnyNotice & { id: number; name: string; phone: string; now: Instant }

export type NewDeviceNotice = AnyNotice & {
  name: string
  device: string
  at: Instant
  /** Ends all sessions of the member. */
  token: string
  /** Unique, such as a UUID. */
  request_id: string
  valid_days: number
}

export type TestNotice = AnyNotice & {
  asked_by: string
  asked_at: Instant
  /** Unique, such as a UUID. */
  request_id: string
}

export type SilenceNotice = AnyNotice & {
  /** At least one. */
  screens: readonly {
    id: number
    name: string | null
    room: string
    width: number
    height: number
    last_seen_at: Instant
  }[]
}

export type DayReportNotice = AnyNotice & {
  id: number
  /** Above 1 for corrections. */
  version: number
  /** Docent or room. */
  place: string
  date: string
  start_time: string
  end_time: string
  reason: string
  reported_at: Instant
}

export type WaitlistNotice = AnyNotice & {
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
  /** How it ended; absent when it began. */
  why?: 'time_deleted' | 'removed' | 'expired'
  /** Why it would be skipped. */
  passed_over?: PassedOver | null
  /** The time before a move, such as `10:00 ~ 10:25`. */
  former?: string | undefined
  /** Written by the administrator. */
  reason: string | null
  now: Instant
}

export type ErasureNotice = AnyNotice & {
  day: string
  told_at: Instant
  members: number
  reservations: number
  mails: number
}

/** `id` is the member; `request_id` is one for all recipients. */
export type MessageNotice = AnyNotice &
  Record<'name' | 'subject' | 'text' | 'request_id', string> & { id: number }

export type WaitingNotice = AnyNotice & {
  now: Instant
  /** `overdue` have waited longer than `hours`. */
  overdue: number
  waiting: number
  hours: number
  oldest: {
    id: number
    kind: ReservationKind
    is_cancellation: boolean
    place: string
    starts_at: Instant
    since: Instant
  }
}
