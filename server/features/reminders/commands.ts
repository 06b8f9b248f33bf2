import { sql } from 'kysely'
import type { ReminderSettings } from '../../../contract/admin/settings.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import {
  isRemindedOf,
  plannedReminders,
  type ReminderKind,
  type ReminderSettings as PlanSettings,
} from '../../../domain/notice.ts'
import { ACTIVE, type Status } from '../../../domain/reservation.ts'
import {
  allowMoreTime,
  anyOf,
  idsOf,
  inTransaction,
  sendAlong,
  type Db,
  type Tx,
} from '../../database/transaction.ts'
import { invalid } from '../../http/app-error.ts'
import { holdMassWork, holdReservations } from '../reservations/locking/queries.ts'
import { PLAN_COLUMNS } from './queries.ts'

type Row = { id: number; status: Status; date: string; starts_at: Date | Instant }

/**
 * Plans reminders of approved reservations, and removes those of other starts with what is unsent. Call it
 * after all other changes but mails and history.
 */
export async function followReservations(
  tx: Tx,
  before: readonly Row[],
  after: readonly Row[],
  now: Instant,
  settings?: PlanSettings,
) {
  const agreed = after.filter((row) => row.status === 'APPROVED')
  const starts = new Map(agreed.map(({ id, starts_at }) => [id, Number(starts_at)]))
  const left = before.filter(
    (row) => row.status === 'APPROVED' && starts.get(row.id) !== Number(row.starts_at),
  )
  if (left.length > 0) await withdraw(tx, left)
  if (agreed.length > 0) await planReminders(tx, agreed, settings ?? (await holdSettings(tx)), now)
}

async function withdraw(tx: Tx, rows: readonly Row[]) {
  const isOfThem = sql`reservation_id = ${anyOf(idsOf(rows))}`
  await sql`
    with planned as (delete from reminders where ${isOfThem} and ended_at is null),
      pushed as (delete from pushes where ${isOfThem} and status = 'queued' and fact like 'reminder.%')
    delete from mails where ${isOfThem} and status = 'queued' and kind in ('reminder_evening', 'reminder_before')`.execute(
    tx,
  )
}

/** Locked, so that a change of the settings waits and then plans again. */
const holdSettings = (tx: Tx): Promise<PlanSettings> =>
  tx.selectFrom('settings').select(PLAN_COLUMNS).forKeyShare().executeTakeFirstOrThrow()

/** Existing reminders are ignored; `waiting` lists kinds that were planned before. */
async function planReminders(
  tx: Tx,
  rows: readonly Row[],
  settings: PlanSettings,
  now: Instant,
  waiting: ReadonlyMap<number, readonly ReminderKind[]> = new Map(),
) {
  const planned = rows
    .map((row) => ({ ...row, starts_at: Number(row.starts_at) }))
    .filter((row) => isRemindedOf(row, now))
    .flatMap((row) =>
      plannedReminders(row, settings, now, waiting.get(row.id)).map((reminder) => ({ ...row, ...reminder })),
    )
  if (planned.length === 0) return
  const instants = (field: 'starts_at' | 'due_at' | 'lapses_at') =>
    planned.map((each) => new Date(each[field]))
  await sendAlong(
    tx,
    sql`
    insert into reminders (reservation_id, kind, starts_at, due_at, lapses_at)
    select * from unnest(${idsOf(planned)}::int[], ${planned.map(({ kind }) => kind)}::text[],
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
      select r.id, r.status, r.date, r.starts_at from reservations r left join members m on m.id = r.member_id
      where r.status = 'APPROVED' and r.starts_at > ${new Date(now)} and m.is_sample is not true and not exists (
        select from reminders where reservation_id = r.id and reminders.starts_at = r.starts_at)
      order by r.id for share of r skip locked`.execute(tx)
    if (rows.length > 0) await planReminders(tx, rows, await holdSettings(tx), now)
  })

/** Validates the opening hours and locks the reservations to plan again. */
export async function beforeReminderChange(tx: Tx, wanted: ReminderSettings, now: Instant) {
  if (wanted.request_hours_from >= wanted.request_hours_until)
    throw invalid('request_hours_until', '시작 시각보다 늦은 시각을 입력해주세요.')
  await holdAhead(tx, now)
}

/** Sent reminders are not sent again. */
export async function afterReminderChange(
  tx: Tx,
  { before, after }: Record<'before' | 'after', ReminderSettings>,
  now: Instant,
) {
  if (PLAN_COLUMNS.some((column) => before[column] !== after[column])) await planAnew(tx, after, now)
}

/** Before the settings, as in a decision. */
async function holdAhead(tx: Tx, now: Instant) {
  await allowMoreTime(tx)
  await holdMassWork(tx)
  const ahead = await tx
    .selectFrom('reservations')
    .select('id')
    .where('status', 'in', ACTIVE)
    .where('starts_at', '>', new Date(now))
    .execute()
  await holdReservations(tx, idsOf(ahead))
}

type Found = { id: number; status: Status; date: string; starts_at: Date; waiting: ReminderKind[] }

async function planAnew(tx: Tx, settings: ReminderSettings, now: Instant) {
  const { rows } = await sql<Found>`
    with withdrawn as (delete from reminders where ended_at is null returning reservation_id, starts_at, kind)
    select r.id, r.status, r.date, r.starts_at,
      coalesce(json_agg(w.kind) filter (where w.kind is not null), '[]') as waiting
    from reservations r left join withdrawn w on w.reservation_id = r.id and w.starts_at = r.starts_at
    where r.status = 'APPROVED' and r.starts_at > ${new Date(now)}
    group by r.id`.execute(tx)
  await planReminders(tx, rows, settings, now, new Map(rows.map(({ id, waiting }) => [id, waiting])))
}
