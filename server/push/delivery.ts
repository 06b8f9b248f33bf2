import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Instant } from '../../domain/madrid-time.ts'
import { nextPushTry } from '../../domain/push.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/transaction.ts'
import { shortReason, type MailLog } from '../mail/delivery.ts'
import { encryptFor } from './encrypt.ts'
import type { SendPush } from './push-sender.ts'
import { vapidHeader, type VapidKey } from './vapid.ts'

export type PushDelivery = {
  db: Db
  now: Clock
  log: MailLog
  key: VapidKey
  send: SendPush
  publicUrl: string
}

const AT_ONCE = 20
/** For so long a process that sends a push has it to itself. Longer than a try may take. */
const LEASE_MS = 60_000

type Push = {
  id: number
  subscription_id: number
  payload: string
  is_urgent: boolean
  attempts: number
  expires_at: Date
  endpoint: string
  p256dh: string
  auth: string
  server_key: string
  contact_email: string
}

/**
 * Sends the pushes that are due, at most twenty, and answers how many there were. Of two processes that do so at once each
 * gets others; what one that dies leaves behind is sent by another after a minute.
 */
export async function deliverDue(parts: PushDelivery): Promise<number> {
  const due = await claimDue(parts.db, parts.now())
  await Promise.all(due.map((push) => deliverOne(parts, push)))
  return due.length
}

async function claimDue(db: Db, now: Instant): Promise<Push[]> {
  const { rows } = await sql<Push>`
    with due as (
      select id from pushes where status = 'queued' and due_at <= ${new Date(now)}
      order by due_at, id limit ${AT_ONCE} for update skip locked
    )
    update pushes p set attempts = attempts + 1, due_at = ${new Date(now + LEASE_MS)}
    from due, push_subscriptions s, settings
    where p.id = due.id and s.id = p.subscription_id
    returning p.id, p.subscription_id, payload, is_urgent, attempts, expires_at, endpoint, p256dh, auth, server_key,
      contact_email`.execute(db)
  return rows
}

async function deliverOne(parts: PushDelivery, push: Push): Promise<void> {
  const { db, log, key, send } = parts
  const now = parts.now()
  // The installation has another secret since: the browser accepts nothing of it until it subscribes anew.
  if (push.server_key !== key.public_key) return removeSubscription(db, push.subscription_id)
  if (push.expires_at.getTime() <= now) return end(db, push.id, 'failed', 'expired')
  try {
    const { status, retry_after } = await send(requestOf(parts, push, now))
    if (status >= 200 && status < 300) return await end(db, push.id, 'sent', null)
    if (status === 404 || status === 410) return await removeSubscription(db, push.subscription_id)
    log.warn({ push_id: push.id, status }, 'push not delivered')
    if (isRefused(status)) return await end(db, push.id, 'failed', `refused with ${status}`)
    await postpone(
      db,
      push,
      Math.max(nextPushTry(push.attempts, now), now + (retry_after ?? 0) * 1000),
      `status ${status}`,
    )
  } catch (error) {
    // The address of a subscription is a key to it: no line of the log holds it.
    const reason = shortReason(error).replaceAll(/https?:\/\/\S+/g, '…')
    log.warn({ push_id: push.id, reason }, 'push not delivered')
    await postpone(db, push, nextPushTry(push.attempts, now), reason)
  }
}

const isRefused = (status: number) => status < 500 && status !== 429 && status !== 408

function requestOf({ key, publicUrl }: PushDelivery, push: Push, now: Instant) {
  const { endpoint, payload, is_urgent, expires_at, contact_email } = push
  const subject = contact_email.includes('@') ? `mailto:${contact_email}` : publicUrl
  const headers = {
    authorization: vapidHeader(key, endpoint, subject, now),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(Math.floor((expires_at.getTime() - now) / 1000)),
    urgency: is_urgent ? 'high' : 'normal',
    topic: topicOf(payload),
  }
  return { endpoint, headers, body: encryptFor(push, Buffer.from(payload)) }
}

/** Of the news about one reservation a phone that was off gets the last. The push service learns no number from it. */
function topicOf(payload: string): string {
  const { tag } = JSON.parse(payload) as { tag: string }
  return createHash('sha256').update(tag).digest('base64url').slice(0, 32)
}

const end = async (db: Db, id: number, status: 'sent' | 'failed', last_error: string | null) => {
  await db.updateTable('pushes').set({ status, last_error }).where('id', '=', id).execute()
}

async function postpone(db: Db, { id, expires_at }: Push, due: Instant, last_error: string) {
  if (due >= expires_at.getTime()) return end(db, id, 'failed', last_error)
  await db
    .updateTable('pushes')
    .set({ due_at: new Date(due), last_error })
    .where('id', '=', id)
    .execute()
}

const removeSubscription = async (db: Db, id: number) => {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}
