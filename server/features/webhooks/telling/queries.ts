import { madridDate, type Instant } from '../../../../domain/madrid-time.ts'
import { endEventsOf, isReceiverDead, KEPT_FOR, type WebhookEvent } from '../../../../domain/webhook.ts'
import type { Db } from '../../../database/transaction.ts'
import { areArrivalsOn, findKnownNoShows } from '../../reservations/arriving/queries.ts'
import { factsOf } from '../../reservations/queries.ts'

/** At most twenty. */
export async function findDeadReceivers(db: Db, now: Instant) {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'name', 'is_on', 'failing_since', 'gone_at', 'failing_told'])
    .orderBy('id')
    .execute()
  return rows.filter(({ is_on, failing_since, gone_at }) => {
    const since = failing_since?.getTime() ?? null
    return isReceiverDead({ is_on, is_gone: gone_at !== null, failing_since: since }, now)
  })
}

export const countDeadReceivers = async (db: Db, now: Instant): Promise<number> =>
  (await findDeadReceivers(db, now)).length

type Ended = { type: WebhookEvent; reservation_id: number; at: Date }

/** Ends of the last 48 hours, sent or not. */
export async function findEnded(db: Db, now: Instant): Promise<Ended[]> {
  const since = now - KEPT_FOR.off
  const known = (await areArrivalsOn(db)) ? await findKnownNoShows(db, now) : new Set<string>()
  const rows = await db
    .selectFrom('reservations')
    .select(['id', 'kind', 'status', 'date', 'starts_at', 'ends_at', 'arrived_at', 'ended_at'])
    .where('status', 'in', ['APPROVED', 'COMPLETED'])
    .where('date', '>=', madridDate(since))
    .where('ends_at', '>', new Date(since))
    .where('starts_at', '<=', new Date(now))
    .orderBy('ends_at')
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => {
    const [arrived_at, ended_at] = [row.arrived_at?.getTime() ?? null, row.ended_at?.getTime() ?? null]
    const isKnown = known.has(`${row.date} ${row.kind}`)
    const at = row.ended_at ?? row.ends_at
    return endEventsOf({ ...factsOf(row), arrived_at, ended_at }, isKnown, now).map((type) => ({
      type,
      reservation_id: row.id,
      at,
    }))
  })
}
