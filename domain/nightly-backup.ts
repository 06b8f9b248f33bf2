import { addDays, instantOf, madridDate, startOfDay, type Instant } from './madrid-time.ts'
import { minutesOf } from './slot.ts'

const HOUR = 3_600_000
const OVERDUE_MS = 26 * HOUR

export type BackupFate = { succeeded_at: Instant | null; failed_at: Instant | null }

const dueOn = (date: string, at: string): Instant =>
  instantOf(date, at) ?? startOfDay(date) + minutesOf(at) * 60_000

function lastDue(at: string, now: Instant): Instant {
  const today = dueOn(madridDate(now), at)
  return today <= now ? today : dueOn(addDays(madridDate(now), -1), at)
}

/** Later instants come from a rehearsal's clock. */
const past = (instant: Instant | null, now: Instant) => (instant !== null && instant <= now ? instant : null)

/** Retried an hour after a failure. */
export function isBackupDue({ succeeded_at, failed_at }: BackupFate, at: string, now: Instant): boolean {
  const success = past(succeeded_at, now)
  if (success !== null && success >= lastDue(at, now)) return false
  const failure = past(failed_at, now)
  return failure === null || now - failure >= HOUR
}

/** At least 1 after a failure or 26 hours; else 0. */
export function backupOverdueHours(fate: BackupFate, now: Instant): number {
  const [success, failure] = [past(fate.succeeded_at, now), past(fate.failed_at, now)]
  const hasFailed = failure !== null && failure > (success ?? 0)
  const isOld = success !== null && now - success > OVERDUE_MS
  if (!hasFailed && !isOld) return 0
  return Math.max(1, Math.floor((now - (success ?? failure!)) / HOUR))
}
