import { createHash } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Instant } from '../../domain/madrid-time.ts'
import { pushPause } from '../../domain/notice.ts'
import type { Database } from '../database/schema.ts'
import type { Db } from '../database/transaction.ts'
import { makeReach } from './address.ts'
import { encryptFor } from './encrypt.ts'
import { isPushEndpoint } from './endpoint.ts'
import { post } from './http-post.ts'
import { vapidHeader, type VapidKey } from './vapid.ts'
import { isPast, type Outcome, type Queue, type WorkerParts } from './worker.ts'

type QueuedPush = Selectable<Database['pushes']>

export type PushParts = WorkerParts & {
  key: VapidKey
  /** Besides those of known browsers; only these may be in the own network. */
  pushServices: readonly string[]
  publicUrl: string
}

const OPEN_NET = makeReach([])
const ANYWHERE = makeReach(['0.0.0.0/0', '::/0'])

/** Per push service: one that does not answer delays only its own phones. */
const AT_ONCE = 20

export const pushQueue = (parts: PushParts): Queue<QueuedPush> => ({
  name: 'pushes',
  table: 'pushes',
  receiver: 'subscription_id',
  subjects: ['reservation_id'],
  concurrency: 60,
  // Leased ones have the first places.
  select: (isDue, most, now) => sql`
    select j.id from pushes j join (
      select j.id, row_number() over (
        partition by split_part(s.endpoint, '/', 3) order by ${isPast('j.locked_until', now)}, j.id) as place
      from pushes j join push_subscriptions s on s.id = j.subscription_id
      where ${isDue} or (j.status = 'queued' and not ${isPast('j.locked_until', now)})
    ) open using (id)
    where place <= ${AT_ONCE} and ${isDue} order by j.id limit ${most} for update of j skip locked`,
  set: () => sql`last_error = o.error`,
  send: (push, signal) => send(parts, push, signal),
})

/** For a rehearsal. */
export const dropPushes = (db: Db): Promise<unknown> =>
  db.deleteFrom('pushes').where('status', '=', 'queued').execute()

async function send(parts: PushParts, push: QueuedPush, signal: AbortSignal): Promise<Outcome> {
  const { db, log, key, pushServices } = parts
  const now = parts.now()
  const device = await findDevice(db, push.subscription_id)
  if (!device) return { status: 'failed' }
  const { endpoint, server_key } = device
  // The secret has changed; the browser must subscribe again.
  if (server_key !== key.public_key) return removeDevice(db, push)
  if (push.expires_at.getTime() <= now) return { status: 'failed', error: 'expired' }
  if (!isPushEndpoint(endpoint, pushServices)) return { status: 'failed', error: 'no push service' }
  const { headers, body } = requestOf(parts, push, device, now)
  const reach = pushServices.includes(new URL(endpoint).origin) ? ANYWHERE : OPEN_NET
  const { answer, failure, retry_after_ms } = await post({ url: endpoint, headers, body, reach, signal })
  if (answer !== null && answer >= 200 && answer < 300) return { status: 'sent', error: null }
  if (answer === 404 || answer === 410) return removeDevice(db, push)
  const isRefused = answer !== null && answer < 500 && answer !== 429 && answer !== 408
  const error = failure ?? (isRefused ? `refused with ${answer}` : `status ${answer}`)
  log.warn({ push_id: push.id, reason: error }, 'push not delivered')
  return isRefused
    ? { status: 'failed', error }
    : { status: 'queued', error, pause_ms: Math.max(pushPause(push.attempts), retry_after_ms) }
}
const findDevice = (db: Db, id: number) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('settings', (join) => join.onTrue())
    .select(['endpoint', 'p256dh', 'auth', 'server_key', 'contact_email'])
    .where('push_subscriptions.id', '=', id)
    .executeTakeFirst()

type Device = NonNullable<Awaited<ReturnType<typeof findDevice>>>

function requestOf({ key, publicUrl }: PushParts, push: QueuedPush, device: Device, now: Instant) {
  const { payload, is_urgent, expires_at } = push
  const { endpoint, contact_email } = device
  const subject = contact_email.includes('@') ? `mailto:${contact_email}` : publicUrl
  const headers = {
    authorization: vapidHeader(key, endpoint, subject, now),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(Math.floor((expires_at.getTime() - now) / 1000)),
    urgency: is_urgent ? 'high' : 'normal',
    topic: topicOf(payload),
  }
  return { headers, body: encryptFor(device, Buffer.from(payload)) }
}

/**
 * A device that was off gets only the last push about a reservation. Hashed, because the push service sees
 * it.
 */
function topicOf(payload: string): string {
  const { tag } = JSON.parse(payload) as { tag: string }
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32)
}

/** Deletes its pushes too. */
async function removeDevice(db: Db, { subscription_id }: QueuedPush): Promise<Outcome> {
  await db.deleteFrom('push_subscriptions').where('id', '=', subscription_id).execute()
  return { status: 'failed' }
}
