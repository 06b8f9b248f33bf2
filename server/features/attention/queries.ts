import type { Instant } from '../../../domain/madrid-time.ts'
import type { Db } from '../../database/transaction.ts'
import { findFailures } from '../mails/queries.ts'
import { countSilent } from '../screens/queries.ts'

/** More marks than anybody looks at. */
const MARKS = 500

/** The counts that any administrator should see, whatever screen they look at. */
export async function findAttention(db: Db, now: Instant) {
  const [failures, silent_screens] = await Promise.all([findFailures(db, now), countSilent(db, now)])
  const reservations = new Set(
    failures.map(({ reservation_id }) => reservation_id).filter((id) => id !== null),
  )
  return {
    failed_mails: failures.length,
    failed_reservations: [...reservations].slice(-MARKS),
    silent_screens,
  }
}
