import { HOUR, addDays, madridDate, type Instant } from './madrid-time.ts'
import { wallInstant } from './wall-instant.ts'

const OVERDUE_MS = 26 * HOUR

export type BackupFate = { succeeded_at: Instant | null; failed_at: Instant | null }

function lastDue(at: string, now: Instant): Instant {
  const today = wallInstant(madridDate(now), at)
  return today <= now ? today : wallInstant(addDays(madridDate(now), -1), at)
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
