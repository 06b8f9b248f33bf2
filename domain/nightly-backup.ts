import { addDays, instantOf, madridDate, startOfDay, type Instant } from './madrid-time.ts'
import { minutesOf } from './slot.ts'

const HOUR = 3_600_000
const OVERDUE_MS = 26 * HOUR

/** How the backups of the nights went: when one was last written to its end, and when one last was not. */
export type BackupFate = { succeeded_at: Instant | null; failed_at: Instant | null }

/** A wall time that a change of the clocks leaves out is as many minutes after midnight as any other day. */
const dueOn = (date: string, at: string): Instant =>
  instantOf(date, at) ?? startOfDay(date) + minutesOf(at) * 60_000

/** The last moment, at or before now, at which a backup was due. */
function lastDue(at: string, now: Instant): Instant {
  const today = dueOn(madridDate(now), at)
  return today <= now ? today : dueOn(addDays(madridDate(now), -1), at)
}

/** A moment ahead of the clock says nothing: it was noted on another one. */
const past = (instant: Instant | null, now: Instant) => (instant !== null && instant <= now ? instant : null)

/** Whether a backup has to be made now: tonight's is missing, and no attempt has failed within the last hour. */
export function isBackupDue({ succeeded_at, failed_at }: BackupFate, at: string, now: Instant): boolean {
  const success = past(succeeded_at, now)
  if (success !== null && success >= lastDue(at, now)) return false
  const failure = past(failed_at, now)
  return failure === null || now - failure >= HOUR
}

/**
 * For how many whole hours there has been no new backup, where somebody should look after that: one has failed since, or
 * the last is older than a night can make it. At least 1; 0 while all is well.
 */
export function backupOverdueHours(fate: BackupFate, now: Instant): number {
  const [success, failure] = [past(fate.succeeded_at, now), past(fate.failed_at, now)]
  const hasFailed = failure !== null && failure > (success ?? 0)
  const isOld = success !== null && now - success > OVERDUE_MS
  if (!hasFailed && !isOld) return 0
  return Math.max(1, Math.floor((now - (success ?? failure!)) / HOUR))
}
