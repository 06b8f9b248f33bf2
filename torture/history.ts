import type { ReservationKind, Status } from '../domain/reservation.ts'
import type { Role } from '../domain/role.ts'
import type { TierFlags } from '../domain/tier.ts'
import type { WaitlistOutcome } from '../domain/waitlist.ts'

/** Unknown: connection lost, 5xx or timeout. A call that reached no server is refused. */
export type Outcome = 'ok' | 'refused' | 'unknown'

/** Times are milliseconds of one stopwatch. */
export type Call = {
  /** Shared by repeats under one key. */
  wish: string
  kind: string
  by: 'member' | 'admin'
  /** Name in histories and audit log. */
  actor: string
  begin: number
  end: number
  outcome: Outcome
  status: number | null
  /** Code of the refusal or connection error. */
  code?: string
  /** Idempotency-Key with its owner; only the same body is a repeat. */
  key: string | null
  body: string
  /** Action in the audit log. */
  action: string
  /** Target in the audit log, if known. */
  target?: string
  /** Action in the reservation history, such as `approve`. */
  does?: string
  /** Affected reservations. */
  on: number[]
  /** The member booked for, read, changed or deleted. */
  member_id?: number
  /** The waiting entry left or removed. */
  entry_id?: number
  /** Of an administrator, and the least one that the call needs. */
  role?: Role
  least?: Role
  /** The login that began it, and when it was answered. */
  session?: Session
  ends?: Ending
  answer?: string
}

export type Session = { id: string; since: number }

/** Sessions of one person that a call ends: one, all but one, or all. */
export type Ending = { actor: string; only?: string | undefined; but?: string | undefined }

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
  /** Null once its member is erased. */
  wish: string | null
  /** Past its end, so its slots are released. */
  is_over: boolean
  /** Its end, or when it was ended early, in milliseconds. */
  over_at: number
  /** Milliseconds. */
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
  /** Required by its docent or room. */
  tier: TierFlags
}
/** A waiting entry for all its slots. */
export type WaitRow = {
  id: number
  member_id: number
  wish: string
  outcome: WaitlistOutcome | null
  reservation_id: number | null
  reason: string | null
  /** Milliseconds of the servers' clock. */
  created_at: number
  /** Null if deleted. */
  slots: (number | null)[]
}

/** Read after all work has finished. */
export type Evidence = {
  reservations: ReservationRow[]
  history: HistoryRow[]
  slots: SlotRow[]
  waits: WaitRow[]
  members: (TierFlags & { id: number })[]
  /** Limit per member. */
  most_reservations: number
  mails: MailRow[]
  audit: AuditRow[]
  /** Texts from callers, which may contain marks. */
  things: { thing: string; texts: string }[]
  /** Mails received, in order. */
  arrived: { id: string; to: string }[]
  /** Faults may cause duplicate mails. */
  had_faults: boolean
}

export type Violation = { law: string; text: string }

const MARK = /\bw\d+x\d+x\d+\b/g

export const marksIn = (text: string): string[] => text.match(MARK) ?? []

/** Valid in every text field. */
export const markOf = (round: number, worker: number, count: number): string => `w${round}x${worker}x${count}`
