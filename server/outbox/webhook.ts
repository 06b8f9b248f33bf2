import { sql, type Selectable } from 'kysely'
import type { WebhookBody } from '../../contract/webhook.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { GONE, isFormerSecretGood, isRefusal, isTooLate, webhookPause } from '../../domain/webhook.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import type { Db } from '../database/transaction.ts'
import type { KeyFor } from '../secret.ts'
import type { Reach } from './address.ts'
import { post } from './http-post.ts'
import { SECRET_PURPOSE, signatureOf, standardHeaders, webhookSecret } from './signature.ts'
import { isPast, type Outcome, type Queue, type WorkerParts } from './worker.ts'

export type QueuedDelivery = Selectable<Database['webhook_deliveries']>

export type WebhookParts = WorkerParts & {
  keyFor: KeyFor
  reach: Reach
  /** Receivers compare it with their clocks, also in a rehearsal. */
  deviceNow: Clock
  /** With the start of its reservation. */
  makeBody(
    db: Db,
    delivery: QueuedDelivery,
    now: Instant,
  ): Promise<{ body: WebhookBody; starts_at: Instant | null }>
}

/** Per webhook: a slow receiver delays only itself. */
const AT_ONCE = 4

export const webhookQueue = (parts: WebhookParts): Queue<QueuedDelivery> => ({
  name: 'webhooks',
  table: 'webhook_deliveries',
  receiver: 'webhook_id',
  subjects: ['reservation_id', 'member_id'],
  concurrency: 80,
  // Tests are sent while the webhook is off, too.
  select: (isDue, most, now) => sql`
    select free.id from webhooks w cross join lateral (
      select j.id from webhook_deliveries j
      where j.webhook_id = w.id and (w.is_on or j.type = 'ping') and ${isDue}
      order by j.id limit greatest(0, ${AT_ONCE} - (
        select count(*) from webhook_deliveries b
        where b.webhook_id = w.id and b.status = 'queued' and not ${isPast('b.locked_until', now)}))
      for update of j skip locked) free
    limit ${most}`,
  set: (at) => sql`
    last_error = o.error, answer = o.answer, done_at = case when o.status <> 'queued' then ${at}::timestamptz end`,
  send: (delivery, signal) => send(parts, delivery, signal),
})

async function send(parts: WebhookParts, delivery: QueuedDelivery, signal: AbortSignal): Promise<Outcome> {
  const { db, now } = parts
  const { type, attempts } = delivery
  const webhook = await findTarget(parts, delivery.webhook_id)
  // Deleted with its deliveries.
  if (!webhook) return { status: 'failed' }
  const { body, starts_at } = await parts.makeBody(db, delivery, now())
  if (isTooLate(type, starts_at, now())) return { status: 'expired' }
  const text = JSON.stringify(body)
  const at = parts.deviceNow()
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Fairslot-Webhooks/1',
    'fairslot-event-id': delivery.event_id,
    'fairslot-event-type': type,
    'fairslot-delivery-id': String(delivery.id),
    'fairslot-signature': signatureOf(webhook.secrets, text, at),
    ...standardHeaders(webhook.secrets, { id: delivery.event_id, body: text }, at),
  }
  const message = { url: webhook.url, body: text, headers, reach: parts.reach, signal }
  const { answer, failure: error, retry_after_ms } = await post(message)
  // Redirects count as failures.
  if (answer !== null && answer >= 200 && answer < 300) {
    if (!webhook.is_well) await noteSuccess(parts, delivery)
    return { status: 'sent', answer, error }
  }
  await noteFailure(parts, delivery, { url: webhook.url, answer })
  const pause = webhookPause(type, attempts, answer)
  return pause === null
    ? { status: 'failed', answer, error }
    : { status: 'queued', answer, error, pause_ms: Math.max(pause, retry_after_ms) }
}

/** Nothing is wrong with the receiver. */
export const WELL = { failing_since: null, failing_told: false, gone_at: null }

/** A webhook that a 410 has switched off stays off after a later success. */
const noteSuccess = ({ db }: WebhookParts, { webhook_id: id }: QueuedDelivery) =>
  db.updateTable('webhooks').set(WELL).where('id', '=', id).where('is_on', '=', true).execute()

/** Ignored if the address has changed since. Failed tests do not count: an administrator sees them. */
async function noteFailure(
  { db, now }: WebhookParts,
  { webhook_id, type }: QueuedDelivery,
  { url, answer }: { url: string; answer: number | null },
) {
  const at = new Date(now())
  const noting = db.updateTable('webhooks').where((eb) => eb.and({ id: webhook_id, url, is_on: true }))
  if (answer === GONE) await noting.set({ is_on: false, gone_at: at, failing_told: false }).execute()
  else if (type !== 'ping' && !isRefusal(answer))
    await noting.set({ failing_since: at }).where('failing_since', 'is', null).execute()
}

async function findTarget({ db, keyFor, now }: WebhookParts, id: number) {
  const found = await db
    .selectFrom('webhooks')
    .select(['url', 'secret_salt', 'former_salt', 'renewed_at', 'failing_since', 'gone_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const { url, secret_salt, former_salt, renewed_at, failing_since, gone_at } = found
  const isGood = former_salt !== null && isFormerSecretGood(renewed_at!.getTime(), now())
  const salts = isGood ? [secret_salt, former_salt] : [secret_salt]
  const secrets = salts.map((salt) => webhookSecret(keyFor(SECRET_PURPOSE), id, salt))
  return { url, secrets, is_well: failing_since === null && gone_at === null }
}
