import { sql, type RawBuilder } from 'kysely'
import { changesText, type Change } from '../../../../contract/reservation-history.ts'
import type { Visitor } from '../../../../contract/visitor.ts'
import { isoInMadrid, type Instant } from '../../../../domain/madrid-time.ts'
import { displayedStatus, type ReservationKind, type Status } from '../../../../domain/reservation.ts'
import type { WaitlistOutcome } from '../../../../domain/waitlist.ts'
import type { Tx } from '../../../database/transaction.ts'

/** Small enough for other requests to run between two pages. */
const PAGE = 1_000

async function* pagesOf<Row extends { id: number }>(
  tx: Tx,
  select: (after: number) => RawBuilder<Row>,
): AsyncGenerator<Row[]> {
  for (let after = 0, more = true; more;) {
    const { rows } = await sql<Row>`${select(after)} order by id limit ${PAGE}`.execute(tx)
    if (rows.length > 0) yield rows
    after = rows.at(-1)?.id ?? after
    more = rows.length === PAGE
  }
}

async function* mapped<Row, Made>(pages: AsyncGenerator<Row[]>, make: (row: Row) => Made) {
  for await (const page of pages) yield page.map(make)
}

const iso = (at: Date | null) => at && isoInMadrid(at.getTime())

type StoredReservation = {
  id: number
  kind: ReservationKind
  status: Status
  member_id: number | null
  date: string
  starts_at: Date
  ends_at: Date
  ended_at: Date | null
  place: Record<string, string | number>
  visitor: Visitor
  member: Record<string, string>
  note: string | null
  feedback: string | null
  cancel_note: string | null
  arrived_at: Date | null
  created_at: Date
  updated_at: Date
}

export const pageAllReservations = (tx: Tx, now: Instant) =>
  mapped(
    pagesOf<StoredReservation>(
      tx,
      (after) => sql`select id, kind, status, member_id, date, starts_at, ends_at, ended_at, place, visitor,
        member, note, feedback, cancel_note, arrived_at, created_at, updated_at from reservations where id > ${after}`,
    ),
    (row) => {
      const facts = { ...row, starts_at: row.starts_at.getTime(), ends_at: row.ends_at.getTime() }
      return {
        ...row,
        status: displayedStatus(facts, now),
        starts_at: isoInMadrid(facts.starts_at),
        ends_at: isoInMadrid(facts.ends_at),
        ended_at: iso(row.ended_at),
        arrived_at: iso(row.arrived_at),
        created_at: iso(row.created_at)!,
        updated_at: iso(row.updated_at)!,
      }
    },
  )

type StoredStep = {
  id: number
  reservation_id: number
  at: Date
  actor_kind: string
  actor: string
  action: string
  from_status: Status | null
  to_status: Status
  reason: string | null
  changes: Change[] | null
}

export const pageHistory = (tx: Tx) =>
  mapped(
    pagesOf<StoredStep>(
      tx,
      (after) => sql`select id, reservation_id, at, actor_kind, actor, action, from_status, to_status, reason,
        changes from reservation_history where id > ${after}`,
    ),
    ({ changes, ...row }) => ({
      ...row,
      at: iso(row.at)!,
      changes: changes === null ? null : changesText(changes),
    }),
  )

type StoredMember = {
  id: number
  name: string
  email: string
  phone: string
  company_name: string
  position: string
  is_vip: boolean
  is_vvip: boolean
  created_at: Date
}

export const pageAllMembers = (tx: Tx) =>
  mapped(
    pagesOf<StoredMember>(
      tx,
      (after) => sql`select id, name, email, phone, company_name, position, is_vip, is_vvip, created_at
        from members where id > ${after}`,
    ),
    (row) => ({ ...row, created_at: iso(row.created_at)! }),
  )

export const pageDates = (tx: Tx) =>
  pagesOf<{ id: number; date: string }>(
    tx,
    (after) => sql`select id, date from event_dates where id > ${after}`,
  )

type Tier = { is_vip: boolean; is_vvip: boolean }

export const pageDocents = (tx: Tx) =>
  pagesOf<Tier & { id: number; name: string; language: string; start_point: string }>(
    tx,
    (after) => sql`select id, name, language, start_point, is_vip, is_vvip from docents where id > ${after}`,
  )

/** Without their set-up codes, which sign in a screen. */
export const pageRooms = (tx: Tx) =>
  pagesOf<Tier & { id: number; name: string; floor: number; size: number }>(
    tx,
    (after) => sql`select id, name, floor, size, is_vip, is_vvip from rooms where id > ${after}`,
  )

type StoredSlot = {
  id: number
  docent_id: number | null
  room_id: number | null
  date: string
  time: string
  end_time: string
  duration: number
  is_locked: boolean
  reservation_id: number | null
}

export const pageSlots = (tx: Tx) =>
  pagesOf<StoredSlot>(
    tx,
    (after) => sql`select s.id, s.docent_id, s.room_id, e.date, s.time, s.end_time, s.duration, s.is_locked,
      s.reservation_id from slots s join event_dates e on e.id = s.event_date_id where s.id > ${after}`,
  )

type StoredWait = {
  id: number
  member_id: number
  kind: ReservationKind
  date: string
  time: string
  end_time: string
  starts_at: Date
  place: Record<string, string | number>
  visitor: Visitor
  note: string | null
  outcome: WaitlistOutcome | null
  reservation_id: number | null
  reason: string | null
  created_at: Date
  ended_at: Date | null
}

/** Null outcome: still active, or active until the slot began. */
export const pageWaitlist = (tx: Tx) =>
  mapped(
    pagesOf<StoredWait>(
      tx,
      (
        after,
      ) => sql`select id, member_id, kind, date, time, end_time, starts_at, place, visitor, note, outcome,
        reservation_id, reason, created_at, ended_at from waitlist_entries where id > ${after}`,
    ),
    (row) => ({
      ...row,
      starts_at: iso(row.starts_at)!,
      created_at: iso(row.created_at)!,
      ended_at: iso(row.ended_at),
    }),
  )

type StoredWebhook = {
  id: number
  name: string
  url: string
  events: string[]
  is_on: boolean
  created_at: Date
  created_by: string
}

/** Without their signing secrets. */
export const pageWebhooks = (tx: Tx) =>
  mapped(
    pagesOf<StoredWebhook>(
      tx,
      (after) =>
        sql`select id, name, url, events, is_on, created_at, created_by from webhooks where id > ${after}`,
    ),
    // The path may contain a key of the other program.
    (row) => ({ ...row, url: new URL(row.url).origin, created_at: iso(row.created_at)! }),
  )

type StoredFeedback = {
  id: number
  date: string
  place: string
  company: string
  name: string
  title: string | null
  feedback: string
}

export const pageAllFeedback = (tx: Tx) =>
  pagesOf<StoredFeedback>(
    tx,
    (after) => sql`select id, date, place ->> 'name' as place, visitor ->> 'company' as company,
      visitor ->> 'name' as name, visitor ->> 'title' as title, feedback
      from reservations where feedback is not null and id > ${after}`,
  )

type StoredMail = {
  id: number
  kind: string
  reservation_id: number | null
  to_address: string
  subject: string
  status: string
  attempts: number
  last_error: string | null
  created_at: Date
  sent_at: Date | null
}

export const pageMails = (tx: Tx) =>
  mapped(
    pagesOf<StoredMail>(
      tx,
      (after) => sql`select id, kind, reservation_id, to_address, subject, status, attempts, last_error,
        created_at, sent_at from mails where id > ${after}`,
    ),
    (row) => ({ ...row, created_at: iso(row.created_at)!, sent_at: iso(row.sent_at) }),
  )

type StoredEntry = {
  id: number
  at: Date
  admin: string
  action: string
  target: string | null
  summary: string
  details: Record<string, unknown>
}

export const pageAudit = (tx: Tx) =>
  mapped(
    pagesOf<StoredEntry>(
      tx,
      (after) =>
        sql`select id, at, admin, action, target, summary, details from audit_log where id > ${after}`,
    ),
    (row) => ({ ...row, at: iso(row.at)! }),
  )
