import type { WebhookBody } from '../../../../contract/webhook.ts'
import { isoInMadrid, type Instant } from '../../../../domain/madrid-time.ts'
import type { DeliveryType } from '../../../../domain/webhook.ts'
import type { Db } from '../../../database/transaction.ts'
import { selectReservations, toWire } from '../../reservations/queries.ts'

/** An order to send, as it was taken. */
export type TakenDelivery = {
  id: number
  webhook_id: number
  event_id: string
  type: DeliveryType
  reservation_id: number | null
  history_id: number | null
  occurred_at: Date
  attempts: number
}

/**
 * The body of a delivery: the event as it happened, the reservation as it is now. With it when the reservation starts, null
 * where there is none.
 */
export async function makeBody(
  db: Db,
  delivery: TakenDelivery,
  now: Instant,
): Promise<{ body: WebhookBody; starts_at: Instant | null }> {
  const { event_id: id, type, occurred_at, reservation_id, history_id } = delivery
  const [found, change] = await Promise.all([
    reservation_id === null ? undefined : findReservation(db, reservation_id, now),
    history_id === null ? null : findChange(db, history_id),
  ])
  const event = { id, type, occurred_at: isoInMadrid(occurred_at.getTime()), change }
  return {
    body: { ...event, reservation: found?.reservation ?? null },
    starts_at: found?.starts_at ?? null,
  }
}

async function findReservation(db: Db, id: number, now: Instant) {
  const row = await selectReservations(db).where('r.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const member = row.member_id === null ? undefined : await findContact(db, row.member_id)
  const [starts_at, ends_at] = [row.starts_at.getTime(), row.ends_at.getTime()]
  const addressed = {
    starts_at: isoInMadrid(starts_at),
    ends_at: isoInMadrid(ends_at),
    member: member ?? null,
  }
  return { starts_at, reservation: { ...toWire(row, 'admin', now), ...addressed } }
}

const findContact = (db: Db, id: number) =>
  db.selectFrom('members').select(['id', 'name', 'phone', 'email']).where('id', '=', id).executeTakeFirst()

async function findChange(db: Db, history_id: number): Promise<WebhookBody['change']> {
  const row = await db
    .selectFrom('reservation_history')
    .select(['actor_kind as by', 'action', 'from_status', 'to_status', 'reason', 'changes'])
    .where('id', '=', history_id)
    .executeTakeFirst()
  return row ? { ...row, changes: row.changes ?? [] } : null
}
