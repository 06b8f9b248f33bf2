import type { Instant } from '../../../../domain/madrid-time.ts'
import { isReceiverDead } from '../../../../domain/webhook.ts'
import type { Db } from '../../../database/transaction.ts'

/** At most twenty. */
export async function findDeadReceivers(db: Db, now: Instant) {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'name', 'is_on', 'failing_since', 'gone_at', 'failing_told'])
    .execute()
  return rows.filter(({ is_on, failing_since, gone_at }) => {
    const since = failing_since?.getTime() ?? null
    return isReceiverDead({ is_on, is_gone: gone_at !== null, failing_since: since }, now)
  })
}

export const countDeadReceivers = async (db: Db, now: Instant): Promise<number> =>
  (await findDeadReceivers(db, now)).length
