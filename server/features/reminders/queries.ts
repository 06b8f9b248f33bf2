import { reminderSettings, type ReminderSettings } from '../../../contract/admin/settings.ts'
import type { ReminderKind } from '../../../domain/notice.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import type { Db } from '../../database/transaction.ts'
import { readSection } from '../settings/queries.ts'

export const PLAN_COLUMNS = ['reminders', 'reminder_evening', 'reminder_before', 'reminder_minutes'] as const

export const getReminderSettings = (db: Db): Promise<ReminderSettings> => readSection(db, reminderSettings)

/** Reminders by mail, in order of time. */
export async function findComingReminders(
  db: Db,
  reservation_id: number,
  now: Instant,
): Promise<{ kind: ReminderKind; due_at: string }[]> {
  const rows = await db
    .selectFrom('reminders as m')
    .innerJoin('reservations as r', 'r.id', 'm.reservation_id')
    .select(['m.kind', 'm.due_at'])
    .where('r.id', '=', reservation_id)
    .where('r.member_id', 'is not', null)
    .where('r.status', '=', 'APPROVED')
    .whereRef('r.starts_at', '=', 'm.starts_at')
    .where('m.ended_at', 'is', null)
    .where('m.lapses_at', '>', new Date(now))
    .orderBy('m.due_at')
    .execute()
  return rows.map(({ kind, due_at }) => ({ kind, due_at: isoInMadrid(due_at.getTime()) }))
}
