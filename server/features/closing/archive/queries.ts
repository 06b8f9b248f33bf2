import { sql, type RawBuilder, type Selectable } from 'kysely'
import { WALK_IN_TEXT } from '../../../../contract/text/applicant-text.ts'
import { changesText } from '../../../../contract/reservation-history.ts'
import type { Visitor } from '../../../../contract/visitor.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { displayedStatus } from '../../../../domain/reservation.ts'
import { isoRow } from '../../../database/iso-row.ts'
import type { Database } from '../../../database/schema.ts'
import type { Tx } from '../../../database/transaction.ts'
import { DOCENT_COLUMNS, ROOM_COLUMNS } from '../../places/queries.ts'
import { factsOf } from '../../reservations/queries.ts'
import { MEMBER_COLUMNS } from '../../sign-in/queries.ts'

/** Small enough for other requests to run between two pages. */
const PAGE = 1_000

async function* pagesOf<Row extends { id: number }, Made extends object>(
  tx: Tx,
  rows: RawBuilder<Row>,
  make: (row: Row) => Made,
): AsyncGenerator<Made[]> {
  for (let after = 0, more = true; more;) {
    const page = await sql<Row>`
      select * from (${rows}) as found where id > ${after} order by id limit ${PAGE}`.execute(tx)
    if (page.rows.length > 0) yield page.rows.map(make)
    after = page.rows.at(-1)?.id ?? after
    more = page.rows.length === PAGE
  }
}

const rowsOf = <Table extends keyof Database, Column extends keyof Selectable<Database[Table]> & string>(
  table: Table,
  columns: readonly Column[],
) =>
  sql<Pick<Selectable<Database[Table]>, Column>>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}`

type Texts = Record<string, string | number>

export const pageAllReservations = (tx: Tx, now: Instant) =>
  pagesOf(
    tx,
    rowsOf('reservations', [
      'id',
      'kind',
      'status',
      'member_id',
      'date',
      'starts_at',
      'ends_at',
      'ended_at',
      'place',
      'visitor',
      'member',
      'note',
      'feedback',
      'cancel_note',
      'arrived_at',
      'created_at',
      'updated_at',
    ]),
    (row) => ({
      ...isoRow(row),
      status: displayedStatus(factsOf(row), now),
      place: row.place as Texts,
      visitor: row.visitor as Visitor,
      member: (row.member ?? { name: WALK_IN_TEXT }) as Texts,
    }),
  )

export const pageHistory = (tx: Tx) =>
  pagesOf(
    tx,
    rowsOf('reservation_history', [
      'id',
      'reservation_id',
      'at',
      'actor_kind',
      'actor',
      'action',
      'from_status',
      'to_status',
      'reason',
      'changes',
    ]),
    (row) => ({ ...isoRow(row), changes: row.changes && changesText(row.changes) }),
  )

export const pageAllMembers = (tx: Tx) =>
  pagesOf(tx, rowsOf('members', [...MEMBER_COLUMNS, 'created_at']), isoRow)

/** Without the hashes of their tokens. */
export const pageSessions = (tx: Tx) =>
  pagesOf(
    tx,
    sql<StoredSession>`select id, member_id, device, created_at, last_seen_at from sessions where member_id is not null`,
    isoRow,
  )

type StoredSession = Pick<
  Selectable<Database['sessions']>,
  'id' | 'member_id' | 'device' | 'created_at' | 'last_seen_at'
>

export const pageDates = (tx: Tx) => pagesOf(tx, rowsOf('event_dates', ['id', 'date']), isoRow)

export const pageDocents = (tx: Tx) => pagesOf(tx, rowsOf('docents', DOCENT_COLUMNS), isoRow)

/** Without their set-up codes, which sign in a screen. */
export const pageRooms = (tx: Tx) => pagesOf(tx, rowsOf('rooms', ROOM_COLUMNS), isoRow)

type StoredSlot = { date: string } & Pick<
  Selectable<Database['slots']>,
  'id' | 'docent_id' | 'room_id' | 'time' | 'end_time' | 'duration' | 'is_locked' | 'reservation_id'
>

export const pageSlots = (tx: Tx) =>
  pagesOf(
    tx,
    sql<StoredSlot>`select s.id, s.docent_id, s.room_id, e.date, s.time, s.end_time, s.duration, s.is_locked,
      s.reservation_id from slots s join event_dates e on e.id = s.event_date_id`,
    isoRow,
  )

/** Null outcome: still active, or active until the slot began. */
export const pageWaitlist = (tx: Tx) =>
  pagesOf(
    tx,
    rowsOf('waitlist_entries', [
      'id',
      'member_id',
      'kind',
      'date',
      'time',
      'end_time',
      'starts_at',
      'place',
      'visitor',
      'note',
      'outcome',
      'reservation_id',
      'reason',
      'created_at',
      'ended_at',
    ]),
    (row) => ({ ...isoRow(row), place: row.place as Texts, visitor: row.visitor as Visitor }),
  )

/** Without their signing secrets. */
export const pageWebhooks = (tx: Tx) =>
  pagesOf(
    tx,
    rowsOf('webhooks', ['id', 'name', 'url', 'events', 'is_on', 'created_at', 'created_by']),
    // The path may contain a key of the other program.
    (row) => ({ ...isoRow(row), url: new URL(row.url).origin }),
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
  pagesOf(
    tx,
    sql<StoredFeedback>`select id, date, place ->> 'name' as place, visitor ->> 'company' as company,
      visitor ->> 'name' as name, visitor ->> 'title' as title, feedback
      from reservations where feedback is not null`,
    isoRow,
  )

/** With the text of messages only: the facts of other mails hold codes and links. */
export const pageMails = (tx: Tx) =>
  pagesOf(
    tx,
    rowsOf('mails', [
      'id',
      'kind',
      'reservation_id',
      'to_address',
      'subject',
      'facts',
      'status',
      'attempts',
      'last_error',
      'created_at',
      'sent_at',
    ]),
    ({ facts, ...mail }) => ({
      ...isoRow(mail),
      text: mail.kind === 'message' ? ((facts as { text: string } | null)?.text ?? null) : null,
    }),
  )

export const pageAudit = (tx: Tx) =>
  pagesOf(
    tx,
    rowsOf('audit_log', [
      'id',
      'at',
      'admin_id',
      'admin',
      'action',
      'target',
      'summary',
      'details',
      'network',
      'device',
    ]),
    isoRow,
  )
