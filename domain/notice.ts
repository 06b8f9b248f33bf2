import { HOUR, MINUTE, addDays, instantOf, type Instant } from './madrid-time.ts'
import type { Status } from './reservation.ts'

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
  const all: Reminder[] = []
  if (settings.reminder_evening)
    all.push({ kind: 'evening', due_at: instantOf(day, EVENING)!, lapses_at: instantOf(day, NIGHT)! })
  if (settings.reminder_before)
    all.push({ kind: 'before', due_at: starts_at - settings.reminder_minutes * MINUTE, lapses_at: starts_at })
  return all.filter(({ kind, due_at, lapses_at }) => now < (waiting.includes(kind) ? lapses_at : due_at))
}

/** The setting that allows each kind. */
export const PUSH_SETTINGS = {
  approved: 'push_approved',
  served: 'push_approved',
  rejected: 'push_rejected',
  cancelled: 'push_rejected',
  cancellation_approved: 'push_rejected',
  cancellation_refused: 'push_rejected',
  moved: 'push_moved',
  place_changed: 'push_moved',
  reminder: 'push_reminder',
} as const
export type PushKind = keyof typeof PUSH_SETTINGS

const LONGEST = 72 * HOUR

/** The start, but 15 minutes to 72 hours ahead. */
export const pushExpiry = (starts_at: Instant, now: Instant): Instant =>
  Math.max(now + 15 * MINUTE, Math.min(starts_at, now + LONGEST))

/** Wakes sleeping phones. */
export const isPushUrgent = (kind: PushKind, starts_at: Instant, now: Instant): boolean =>
  kind === 'reminder' || starts_at - now <= 2 * HOUR

/** Doubles from half a minute up to an hour. */
export const pushPause = (attempts: number): number => Math.min(30_000 * 2 ** (attempts - 1), HOUR)
