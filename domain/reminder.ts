import { addDays, instantOf, type Instant } from './madrid-time.ts'
import type { Status } from './reservation.ts'

const MINUTE = 60_000
/** The wall times in Madrid at which the evening's reminder is due, and from which on it is too late for one. */
const EVENING = '18:00'
const NIGHT = '22:00'

/** `evening`: on the day before the reservation's date; `before`: some minutes before its start. */
export const REMINDER_KINDS = ['evening', 'before'] as const
export type ReminderKind = (typeof REMINDER_KINDS)[number]

export type ReminderSettings = {
  /** Whether anybody is reminded at all. */
  reminders: boolean
  reminder_evening: boolean
  reminder_before: boolean
  /** How long before the start. */
  reminder_minutes: number
}

/** A reminder of one reservation: from `due_at` on it is to be sent, and from `lapses_at` on it is of no use. */
export type Reminder = { kind: ReminderKind; due_at: Instant; lapses_at: Instant }

/** The facts of a reservation that its reminders hang on: `date` is its event date. */
export type Remindable = { status: Status; date: string; starts_at: Instant }

/** Whether its member is to be reminded of it: agreed as it is stored, and not begun. */
export const isRemindedOf = ({ status, starts_at }: Remindable, now: Instant): boolean =>
  status === 'APPROVED' && starts_at > now

/**
 * The reminders of a reservation that is to be reminded of. One whose instant is past when it would be planned is left
 * out: the mail that agrees or moves has just said the same. One that waits already stays for as long as it is of use, and
 * falls due at once where a new setting has moved its instant into the past.
 */
export function plannedReminders(
  { date, starts_at }: Remindable,
  settings: ReminderSettings,
  now: Instant,
  waiting: readonly ReminderKind[] = [],
): Reminder[] {
  if (!settings.reminders) return []
  const day = addDays(date, -1)
  // No change of clocks falls between these hours.
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
