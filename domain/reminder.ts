import { addDays, instantOf, type Instant } from './madrid-time.ts'
import type { Status } from './reservation.ts'

const MINUTE = 60_000
/** Madrid wall times. */
const EVENING = '18:00'
const NIGHT = '22:00'

export const REMINDER_KINDS = ['evening', 'before'] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

export type ReminderSettings = {
  reminders: boolean
  reminder_evening: boolean
  reminder_before: boolean
  reminder_minutes: number
}

export type Reminder = { kind: ReminderKind; due_at: Instant; lapses_at: Instant }

export type Remindable = { status: Status; date: string; starts_at: Instant }

export const isRemindedOf = ({ status, starts_at }: Remindable, now: Instant): boolean =>
  status === 'APPROVED' && starts_at > now

/** Omits overdue ones, unless `waiting` and still useful. */
export function plannedReminders(
  { date, starts_at }: Remindable,
  settings: ReminderSettings,
  now: Instant,
  waiting: readonly ReminderKind[] = [],
): Reminder[] {
  if (!settings.reminders) return []
  const day = addDays(date, -1)
  const evening = { due_at: instantOf(day, EVENING)!, lapses_at: instantOf(day, NIGHT)! }
  const before = { due_at: starts_at - settings.reminder_minutes * MINUTE, lapses_at: starts_at }
  const all: (Reminder & { isOn: boolean })[] = [
    { kind: 'evening', ...evening, isOn: settings.reminder_evening },
    { kind: 'before', ...before, isOn: settings.reminder_before },
  ]
  return all
    .filter(
      ({ isOn, kind, due_at, lapses_at }) => isOn && now < (waiting.includes(kind) ? lapses_at : due_at),
    )
    .map(({ kind, due_at, lapses_at }) => ({ kind, due_at, lapses_at }))
}
