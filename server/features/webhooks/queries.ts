import { sql } from 'kysely'
import type { Webhook, WebhookDelivery } from '../../../contract/admin/webhooks.ts'
import type { WebhookBody } from '../../../contract/webhook.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { FORMER_SECRET_LASTS, isFormerSecretGood } from '../../../domain/webhook.ts'
import { isoRow } from '../../database/iso-row.ts'
import { anyOf, type Db } from '../../database/transaction.ts'
import type { QueuedDelivery } from '../../outbox/webhook.ts'
import { selectReservations, toWire } from '../reservations/queries.ts'
import { MEMBER_COLUMNS } from '../sign-in/queries.ts'

const DELIVERY_COLUMNS = [
  'd.id',
  'd.event_id',
  'd.type',
  'd.reservation_id',
  'd.member_id',
  'd.occurred_at',
  'd.status',
  'd.attempts',
  'd.answer',
  'd.last_error as failure',
  'd.done_at',
] as const

const STATUSES = { queued: 'waiting', sent: 'delivered', failed: 'failed', expired: 'expired' } as const

const selectDeliveries = (db: Db) =>
  db
    .selectFrom('webhook_deliveries as d')
    .select(DELIVERY_COLUMNS)
    .select(
      sql<Date | null>`case when d.status = 'queued' and d.not_before > '-infinity' then d.not_before end`.as(
        'next_try_at',
      ),
    )

type Row = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number]

const deliveryOf = (row: Row): WebhookDelivery => ({ ...isoRow(row), status: STATUSES[row.status] })

const MAX_LISTED = 50

/** Newest first. */
export async function findDeliveries(db: Db, webhook_id: number): Promise<WebhookDelivery[]> {
  const rows = await selectDeliveries(db)
    .where('d.webhook_id', '=', webhook_id)
    .orderBy('d.id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(deliveryOf)
}

export async function getDelivery(db: Db, id: number): Promise<WebhookDelivery> {
  return deliveryOf(await selectDeliveries(db).where('d.id', '=', id).executeTakeFirstOrThrow())
}

/** Tests do not count. */
const countOf = (status: 'queued' | 'failed') =>
  sql<number>`(select count(*)::int from webhook_deliveries c where c.webhook_id = w.id and c.status = ${sql.lit(status)} and c.type <> 'ping')`

export async function findWebhooks(db: Db, now: Instant, id?: number): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks as w')
    .select(['w.id', 'w.name', 'w.url', 'w.events', 'w.is_on', 'w.created_at', 'w.created_by'])
    .select(['w.failing_since', 'w.gone_at'])
    .select(['w.renewed_at', countOf('queued').as('waiting'), countOf('failed').as('failed')])
    .select(
      sql<number | null>`(
        select max(d.id) from webhook_deliveries d where d.webhook_id = w.id and d.attempts > 0)`.as(
        'last_id',
      ),
    )
    .$if(id !== undefined, (query) => query.where('w.id', '=', id!))
    .orderBy('w.id')
    .execute()
  const last_ids = rows.map(({ last_id }) => last_id).filter((each) => each !== null)
  const last = await selectDeliveries(db).where('d.id', '=', anyOf(last_ids)).execute()
  return rows.map(({ last_id, renewed_at, ...row }) => {
    const found = last.find((each) => each.id === last_id)
    const until = renewed_at && isFormerSecretGood(renewed_at.getTime(), now) ? renewed_at : null
    return {
      ...isoRow(row),
      former_secret_until: until && isoInMadrid(until.getTime() + FORMER_SECRET_LASTS),
      last_delivery: found ? deliveryOf(found) : null,
    }
  })
}

/** Of webhooks that are on; tests do not count. */
export const countFailedDeliveries = async (db: Db): Promise<number> =>
  (
    await sql<{ count: number }>`select count(*)::int as count from webhook_deliveries d
      join webhooks w on w.id = d.webhook_id and w.is_on where d.status = 'failed' and d.type <> 'ping'`.execute(
      db,
    )
  ).rows[0]!.count

/** The event as it happened, with the reservation as it is now. */
export async function makeBody(
  db: Db,
  delivery: QueuedDelivery,
  now: Instant,
): Promise<{ body: WebhookBody; starts_at: Instant | null }> {
  const { event_id: id, type, occurred_at, reservation_id, history_id, member_id } = delivery
  const [found, change, member] = await Promise.all([
    reservation_id === null ? undefined : findReservation(db, reservation_id, now),
    history_id === null ? null : findChange(db, history_id),
    member_id === null ? null : findMember(db, member_id),
  ])
  const event = { id, type, occurred_at: isoInMadrid(occurred_at.getTime()), change }
  return {
    body: { ...event, reservation: found?.reservation ?? null, member },
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

const findMember = async (db: Db, id: number): Promise<WebhookBody['member']> =>
  (await db.selectFrom('members').select(MEMBER_COLUMNS).where('id', '=', id).executeTakeFirst()) ?? { id }

async function findChange(db: Db, history_id: number): Promise<WebhookBody['change']> {
  const row = await db
    .selectFrom('reservation_history')
    .select(['actor_kind as by', 'action', 'from_status', 'to_status', 'reason', 'changes'])
    .where('id', '=', history_id)
    .executeTakeFirst()
  return row ? { ...row, changes: row.changes ?? [] } : null
}
