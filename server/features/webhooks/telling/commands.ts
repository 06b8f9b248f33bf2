import { changeWebhook } from '../../../../contract/admin/webhooks.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { actionOf, MACHINE, recordDeed } from '../../../http/audit.ts'
import type { WorkerParts } from '../../../outbox/worker.ts'
import { findDeadReceivers } from './queries.ts'

/** One line of the log for each, by one process; a webhook that was switched off is in the audit log too. */
export const tellOfDeadReceivers = ({ db, log }: Omit<WorkerParts, 'now'>, now: Instant): Promise<void> =>
  inTransaction(db, async (tx) => {
    const dead = (await findDeadReceivers(tx, now)).filter(({ failing_told }) => !failing_told)
    for (const { id, name, gone_at } of dead) {
      const { numUpdatedRows } = await tx
        .updateTable('webhooks')
        .set({ failing_told: true })
        .where('id', '=', id)
        .where('failing_told', '=', false)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) continue
      const why = gone_at ? 'wants no more deliveries and is switched off' : 'has failed for ten minutes'
      log.warn({ webhook_id: id, name }, `the receiver of a webhook ${why}`)
      if (!gone_at) continue
      const summary = '받는 곳이 410으로 응답하여 웹훅이 꺼졌습니다.'
      const deed = { action: actionOf(changeWebhook), target: `webhook ${id}`, summary }
      await recordDeed(tx, MACHINE, { ...deed, details: { name, is_on: false } }, gone_at.getTime())
    }
  })
