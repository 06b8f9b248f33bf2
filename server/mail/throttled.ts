import { shortReason, type MailLog } from './delivery.ts'

const QUIET = 60_000

/**
 * A loop's failures, logged. While the database is away each look fails, several a second: one line a minute says as
 * much.
 */
export function throttled(log: Pick<MailLog, 'error'>, message: string): (error: unknown) => void {
  let saidAt = -Infinity
  return (error) => {
    if (performance.now() - saidAt < QUIET) return
    saidAt = performance.now()
    log.error({ reason: shortReason(error) }, message)
  }
}
