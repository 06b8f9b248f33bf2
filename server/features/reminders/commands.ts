import { sql } from 'kysely'
import type { ReminderSettings } from '../../../contract/admin/settings.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { ReminderKind } from '../../../domain/reminder.ts'
import { ACTIVE, type Status } from '../../../domain/reservation.ts'
import { allowMoreTime, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { holdMassWork, holdReservations } from '../reservations/locking/queries.ts'
import { planReminders } from './planning/commands.ts'
import { PLAN_COLUMNS } from './queries.ts'

/** Validates the opening hours and locks the reservations to plan again. */
export async function beforeReminderChange(tx: Tx, wanted: ReminderSettings, now: Instant): Promise<void> {
  if (wanted.request_hours_from >= wanted.request_hours_until)
    throw new AppError('invalid_input', {
      fields: { request_hours_until: '시작 시각보다 늦은 시각을 입력해주세요.' },
    })
  await holdAhead(tx, now)
}

/** Sent reminders are not sent again. */
export async function afterReminderChange(
  tx: Tx,
  { before, after }: Record<'before' | 'after', ReminderSettings>,
  now: Instant,
): Promise<void> {
  if (PLAN_COLUMNS.some((column) => before[column] !== after[column])) await planAnew(tx, after, now)
}

/** Before the settings, as in a decision. */
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
