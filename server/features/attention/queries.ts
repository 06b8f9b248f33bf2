import { goLiveWarnings, isOpen, type GoLiveFacts, type GoLiveWarning } from '../../../domain/go-live.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { isMailOutage } from '../../../domain/mail-outage.ts'
import { backupOverdueHours } from '../../../domain/nightly-backup.ts'
import { findBackupFate } from '../../database/nightly-backup.ts'
import type { Db } from '../../database/transaction.ts'
import { findOpenReports } from '../day-sheets/reports/queries.ts'
import { findWarningFacts } from '../go-live/queries.ts'
import { findFailures, findWaiting } from '../mails/queries.ts'
import { areArrivalsOn } from '../reservations/arriving/queries.ts'
import { countFailedDeliveries } from '../webhooks/queries.ts'
import { countDeadReceivers } from '../webhooks/telling/queries.ts'
import { countSilent } from '../screens/queries.ts'

/** Most reservations marked for a failed mail. */
const MARKS = 500

export async function findAttention(db: Db, now: Instant) {
  const [failures, waiting, failed_deliveries, dead_webhooks, silent_screens, day_reports, arrivals] =
    await Promise.all([
      findFailures(db, now),
      findWaiting(db),
      countFailedDeliveries(db),
      countDeadReceivers(db, now),
      countSilent(db, now),
      findOpenReports(db, now),
      areArrivalsOn(db),
    ])
  const reservations = new Set(failures.flatMap(({ reservation_id: id }) => id ?? []))
  return {
    failed_mails: failures.length,
    delayed_mails: isMailOutage(waiting, now) ? waiting.delayed : 0,
    failed_reservations: [...reservations].slice(-MARKS),
    failed_deliveries,
    dead_webhooks,
    silent_screens,
    day_reports,
    arrivals,
  }
}

export async function findBackup(db: Db, now: Instant) {
  const fate = await findBackupFate(db)
  return {
    succeeded_at: fate.succeeded_at === null ? null : isoInMadrid(fate.succeeded_at),
    overdue_hours: backupOverdueHours(fate, now),
  }
}

type Reach = Pick<GoLiveFacts, 'host' | 'public_url' | 'has_mail_server' | 'has_untrusted_proxy'>

/** Skips the queries while only the same machine can reach the service. */
export const findWarnings = async (db: Db, reach: Reach): Promise<GoLiveWarning[]> =>
  isOpen(reach) || reach.has_untrusted_proxy
    ? goLiveWarnings({ ...reach, ...(await findWarningFacts(db)) })
    : []
