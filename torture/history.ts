// The shapes that a run leaves behind: what was asked and answered, and what the database and the mail server hold.
import type { ReservationKind, Status } from '../domain/reservation.ts'
import type { TierFlags } from '../domain/tier.ts'
import type { WaitlistOutcome } from '../domain/waitlist.ts'

/**
 * The end of a call for its caller: done, refused, or neither known to be done nor known to be undone, because the
 * connection was lost, the answer was a 5xx or it did not come in time. A call that reached no server is refused.
 */
export type Outcome = 'ok' | 'refused' | 'unknown'

/** One call, with what it was meant to do. Times are milliseconds of one stopwatch. */
export type Call = {
  /** The mark of the wish behind it; calls that repeat one another under one key share it. */
  wish: string
  kind: string
  by: 'member' | 'admin'
  /** The name that histories and the audit log show. */
  actor: string
  begin: number
  end: number
  outcome: Outcome
  status: number | null
  /** The code of a refusal, or the failure of the connection. */
  code?: string
  /** Its Idempotency-Key, with its owner. Only the same body under the same key is a repeat. */
  key: string | null
  body: string
  /** How the audit log names the call. */
  action: string
  /** The thing that the audit log names, where it is known. */
  target?: string
  /** The name that it leaves in the histories of reservations, such as `approve`. */
  does?: string
  /** The reservations that it was about. */
  on: number[]
  /** The member that it books or reads for, or that it changes or deletes. */
  member_id?: number
  /** The place in line that it gives up, or takes away. */
  entry_id?: number
  answer?: string
}

export type HistoryRow = {
  id: number
  reservation_id: number
  actor_kind: string
  actor: string
  action: string
  from_status: Status | null
  to_status: Status
  reason: string | null
  changes: { field: string; from: unknown; to: unknown }[] | null
}

export type ReservationRow = {
  id: number
  kind: ReservationKind
  status: Status
  version: number
  member_id: number | null
  docent_id: number | null
  room_id: number | null
  date: string
  /** The mark of the wish that it was booked by; null once its member is erased. */
  wish: string | null
  /** Whether its end has come, so that it needs its slots no more. */
  is_over: boolean
  /** The moment in which its visitors came, in milliseconds. */
  arrived_at: number | null
  times: { slot_id: number | null; time: string; end_time: string; is_kept: boolean }[]
}

export type MailRow = {
  kind: string
  reservation_id: number | null
  message_id: string
  to_address: string
  status: string
}
export type AuditRow = { admin: string; action: string; target: string | null; summary: string }
export type SlotRow = {
  id: number
  reservation_id: number | null
  place: string
  date: string
  time: string
  end_time: string
  is_locked: boolean
  /** The tier that its docent or room asks for. */
  tier: TierFlags
}
/** One wait of a member for slots, all of them. */
export type WaitRow = {
  id: number
  member_id: number
  /** The mark of the wish that it was asked for by. */
  wish: string
  outcome: WaitlistOutcome | null
  reservation_id: number | null
  reason: string | null
  /** Milliseconds of the servers' clock. */
  created_at: number
  /** Null for those that are deleted. */
  slots: (number | null)[]
}

/** The stores after a run, read once everything has come to rest. */
export type Evidence = {
  reservations: ReservationRow[]
  history: HistoryRow[]
  slots: SlotRow[]
  waits: WaitRow[]
  members: (TierFlags & { id: number })[]
  /** How many reservations a member may have at once. */
  most_reservations: number
  mails: MailRow[]
  audit: AuditRow[]
  /** Everything that callers fill with texts, in which the marks of wishes stand. */
  things: { thing: string; texts: string }[]
  /** The mails that the mail server has taken, in the order in which they came. */
  arrived: { id: string; to: string }[]
  /** Whether anything was broken on purpose, after which a mail may come twice. */
  had_faults: boolean
}

/** One law that the service has broken, and where. */
export type Violation = { law: string; text: string }

const MARK = /\bw\d+x\d+x\d+\b/g

/** The marks of wishes in a text. */
export const marksIn = (text: string): string[] => text.match(MARK) ?? []

/** A wish of one worker in one round, in a form that every field of the service takes. */
export const markOf = (round: number, worker: number, count: number): string => `w${round}x${worker}x${count}`
