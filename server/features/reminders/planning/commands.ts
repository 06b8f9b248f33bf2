import { sql } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import {
  isRemindedOf,
  plannedReminders,
  type ReminderKind,
  type ReminderSettings,
} from '../../../../domain/reminder.ts'
import type { Status } from '../../../../domain/reservation.ts'
import { sendAlong, inTransaction, type Db, type Tx } from '../../../database/transaction.ts'
import { PLAN_COLUMNS } from '../queries.ts'

type Row = { id: number; status: Status; date: string; starts_at: Date | Instant }

/**
 * Plans reminders of approved reservations, and removes those of other starts with their unsent mails. Call
 * it after all other changes but mails and history.
 */
export async function followReservations(
  tx: Tx,
  before: readonly Row[],
  after: readonly Row[],
  now: Instant,
  settings?: ReminderSettings,
): Promise<void> {
  const agreed = after.filter((row) => row.status === 'APPROVED')
  const were_agreed = before.filter((row) => row.status === 'APPROVED')
  if (were_agreed.length > 0) await withdraw(tx, were_agreed, agreed)
  if (agreed.length > 0) await planReminders(tx, agreed, settings ?? (await holdSettings(tx)), now)
}

/** Keeps reminders of an unchanged start. */
async function withdraw(tx: Tx, rows: readonly Row[], agreed: readonly Row[]): Promise<void> {
  const starts = new Map(agreed.map((row) => [row.id, new Date(row.starts_at)]))
  const left = rows.map(({ id }) => starts.get(id) ?? null)
  await sql`
    with changed as (
      select * from unnest(${rows.map(({ id }) => id)}::int[], ${left}::timestamptz[]) as changed (id, starts_at)
    ), withdrawn as (
      delete from reminders m using changed
      where m.reservation_id = changed.id and m.ended_at is null and m.starts_at is distinct from changed.starts_at
    )
    delete from mails using changed
    where reservation_id = changed.id and status = 'queued' and kind in ('reminder_evening', 'reminder_before')
      and to_timestamp((facts ->> 'starts_at')::float8 / 1000) is distinct from changed.starts_at`.execute(tx)
}

/** Locked, so that a change of the settings waits and then plans again. */
const holdSettings = (tx: Tx): Promise<ReminderSettings> =>
  tx.selectFrom('settings').select(PLAN_COLUMNS).forKeyShare().executeTakeFirstOrThrow()

/** Existing reminders are ignored; `waiting` lists kinds that were planned before. */
export async function planReminders(
  tx: Tx,
  rows: readonly Row[],
  settings: ReminderSettings,
  now: Instant,
  waiting: ReadonlyMap<number, readonly ReminderKind[]> = new Map(),
): Promise<void> {
  const planned = rows
    .map(({ starts_at, ...row }) => ({ ...row, starts_at: new Date(starts_at).getTime() }))
    .filter((row) => isRemindedOf(row, now))
    .flatMap(({ id, ...row }) =>
      plannedReminders(row, settings, now, waiting.get(id)).map((reminder) => ({
        ...reminder,
        id,
        starts_at: row.starts_at,
      })),
    )
  if (planned.length === 0) return
  const instants = (field: 'starts_at' | 'due_at' | 'lapses_at') =>
    planned.map((each) => new Date(each[field]))
  await sendAlong(
    tx,
    sql`
    insert into reminders (reservation_id, kind, starts_at, due_at, lapses_at)
    select * from unnest(${planned.map(({ id }) => id)}::int[], ${planned.map(({ kind }) => kind)}::text[],
      ${instants('starts_at')}::timestamptz[], ${instants('due_at')}::timestamptz[], ${instants('lapses_at')}::timestamptz[])
    on conflict do nothing`,
  )
}

/**
 * Plans missing reminders, as after restoring a backup. Skips locked reservations, which plan themselves, and
 * the sample event.
 */
export const catchUpWithReminders = (db: Db, now: Instant): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<Row>`
      select r.id, r.status, r.date, r.starts_at from reservations r join members m on m.id = r.member_id
      where r.status = 'APPROVED' and r.starts_at > ${new Date(now)} and not m.is_sample and not exists (
        select from reminders where reservation_id = r.id and reminders.starts_at = r.starts_at)
      order by r.id for share of r skip locked`.execute(tx)
    if (rows.length > 0) await planReminders(tx, rows, await holdSettings(tx), now)
  })
