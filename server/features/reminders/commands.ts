import { sql } from 'kysely'
import { changeReminderSettings, type ReminderSettings } from '../../../contract/admin/reminders.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { ReminderKind } from '../../../domain/reminder.ts'
import { ACTIVE, type Status } from '../../../domain/reservation.ts'
import { allowMoreTime, inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { refuseEditConflict } from '../audit/commands.ts'
import { holdMassWork, holdReservations } from '../reservations/locking/queries.ts'
import { planReminders } from './planning/commands.ts'
import { PLAN_COLUMNS, REMINDER_COLUMNS } from './queries.ts'

/**
 * Sets when members and the approver are reminded from now on, and answers it. Reminders that have not been sent follow in
 * the same transaction; what was sent is not sent again. Refuses with `changed_meanwhile`, and with `invalid_input`
 * opening hours that end before they begin.
 */
export const changeSettings = (
  db: Db,
  { expected, ...wanted }: BodyOf<typeof changeReminderSettings>,
  now: Instant,
): Promise<ReminderSettings> =>
  inTransaction(db, async (tx) => {
    if (wanted.request_hours_from >= wanted.request_hours_until)
      throw new AppError('invalid_input', {
        fields: { request_hours_until: '시작 시각보다 늦은 시각을 입력해주세요.' },
      })
    await holdAhead(tx, now)
    const stored = await tx
      .selectFrom('settings')
      .select(REMINDER_COLUMNS)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await refuseEditConflict(tx, { by: changeReminderSettings, target: null, expected, stored, wanted }, now)
    const settings = await tx
      .updateTable('settings')
      .set(wanted)
      .returning(REMINDER_COLUMNS)
      .executeTakeFirstOrThrow()
    if (PLAN_COLUMNS.some((column) => stored[column] !== settings[column])) await planAnew(tx, settings, now)
    return settings
  })

/** Locks what may be agreed to and is not over, before the settings, as whoever agrees locks them. */
async function holdAhead(tx: Tx, now: Instant): Promise<void> {
  await allowMoreTime(tx)
  await holdMassWork(tx)
  const ahead = await tx
    .selectFrom('reservations')
    .select('id')
    .where('status', 'in', ACTIVE)
    .where('starts_at', '>', new Date(now))
    .execute()
  const ids = ahead.map(({ id }) => id)
  await holdReservations(tx, ids)
}

type Found = { id: number; status: Status; date: string; starts_at: Date; waiting: ReminderKind[] }

async function planAnew(tx: Tx, settings: ReminderSettings, now: Instant): Promise<void> {
  const { rows } = await sql<Found>`
    with withdrawn as (delete from reminders where ended_at is null returning reservation_id, starts_at, kind)
    select r.id, r.status, r.date, r.starts_at,
      coalesce(json_agg(w.kind) filter (where w.kind is not null), '[]') as waiting
    from reservations r left join withdrawn w on w.reservation_id = r.id and w.starts_at = r.starts_at
    where r.status = 'APPROVED' and r.starts_at > ${new Date(now)}
    group by r.id`.execute(tx)
  await planReminders(tx, rows, settings, now, new Map(rows.map(({ id, waiting }) => [id, waiting])))
}
