import { changeWebhook } from '../../../../contract/admin/webhooks.ts'
import { sql } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { inTransaction, type Db } from '../../../database/transaction.ts'
import { actionOf, MACHINE, recordDeed } from '../../../http/audit.ts'
import type { WorkerParts } from '../../../outbox/worker.ts'
import { findDeadReceivers, findEnded } from './queries.ts'

/** One line of the log for each, by one process; a webhook that was switched off is in the audit log too. */
export const tellOfDeadReceivers = ({ db, log }: Omit<WorkerParts, 'now'>, now: Instant): Promise<void> =>
  inTransaction(db, async (tx) => {
    const dead = (await findDeadReceivers(tx, now)).filter(({ failing_told }) => !failing_told)
    for (const { id, name, gone_at } of dead) {
      const { numAffectedRows } = await sql`update webhooks set failing_told = true
        where id = ${id} and not failing_told and coalesce(failing_since, gone_at) is not null`.execute(tx)
      if (!numAffectedRows) continue
      const why = gone_at ? 'wants no more deliveries and is switched off' : 'has failed for ten minutes'
      log.warn({ webhook_id: id, name }, `the receiver of a webhook ${why}`)
      if (!gone_at) continue
      const summary = '받는 곳이 410으로 응답하여 웹훅이 꺼졌습니다.'
      const deed = { action: actionOf(changeWebhook), target: `webhook ${id}`, summary }
      await recordDeed(tx, MACHINE, { ...deed, details: { name, is_on: false } }, gone_at.getTime())
    }
  })

/** Each once, also those that were missed while the service was down. */
export const tellOfEnded = (db: Db, now: Instant): Promise<void> =>
  inTransaction(db, async (tx) => {
    // One process at a time.
    const { rows } = await sql`select from webhooks
      where events && array['reservation.completed', 'reservation.no_show'] order by id for no key update`.execute(
      tx,
    )
    if (rows.length === 0) return
    await sql`
      with ended as materialized (
        select gen_random_uuid() as event_id, type, reservation_id, at
        from json_to_recordset(${JSON.stringify(await findEnded(tx, now))}::json) as e (type text, reservation_id int, at timestamptz)
      )
      insert into webhook_deliveries (webhook_id, event_id, type, reservation_id, occurred_at)
      select w.id, e.event_id, e.type, e.reservation_id, e.at
      from ended e join webhooks w on e.type = any (w.events) and e.at > coalesce(w.chosen_at, w.created_at)
      where not exists (select from webhook_deliveries d
        where d.reservation_id = e.reservation_id and d.webhook_id = w.id and d.type = e.type)`.execute(tx)
  })
