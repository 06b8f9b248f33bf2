import { sql } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { isFormerSecretGood, isTooLate, LONGEST_PAUSE, nextTryAt } from '../../../../domain/webhook.ts'
import type { Db } from '../../../database/transaction.ts'
import type { KeyFor } from '../../../secret.ts'
import type { Reach } from '../../../webhooks/address.ts'
import { ANSWER_TIMEOUT, post, STOPPED, type Answer } from '../../../webhooks/post.ts'
import { signatureOf, webhookSecret } from '../../../webhooks/signature.ts'
import { SECRET_PURPOSE } from '../commands.ts'
import { makeBody, type TakenDelivery } from './queries.ts'

/** How often a process looks for what is due. */
const PULSE_MS = 500
/** How many deliveries of one webhook a process has under way: a slow receiver holds up nobody but itself. */
const AT_ONCE = 4
/** A delivery that was taken is nobody's after so long: its process has died. Longer than any try takes. */
const LEASE_MS = ANSWER_TIMEOUT + 20_000
/** How long a try may still take once the process is to end. */
const GRACE_MS = 2_000

export type DeliveryParts = {
  db: Db
  keyFor: KeyFor
  reach: Reach
  now: () => Instant
  /** The real time, which receivers compare signatures with, in a rehearsal too. */
  deviceNow: () => Instant
  failed: (error: unknown) => void
}

export type RunningDeliveries = {
  /** Looks at once, and waits until nothing that is due is under way here. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/**
 * Sends what is due, again and again; any number of processes may. A delivery is sent at least once: it is lent to a
 * process for some seconds, and to another one when that has died, under the same id.
 */
export function startDelivering(parts: DeliveryParts): RunningDeliveries {
  /** How many deliveries of each webhook are under way. */
  const underWay = new Map<number, number>()
  /** Each with the look for what was behind it. */
  const working = new Set<Promise<void>>()
  const stopping = new AbortController()
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  function begin(delivery: TakenDelivery) {
    const { webhook_id } = delivery
    const count = (more: 1 | -1) => underWay.set(webhook_id, (underWay.get(webhook_id) ?? 0) + more)
    count(1)
    const sending: Promise<void> = deliver(parts, delivery, stopping.signal)
      .catch(parts.failed)
      .finally(() => count(-1))
      // The deliveries behind it need not wait for the next look.
      .then(() => (isStopped ? undefined : take(webhook_id)))
      .catch(parts.failed)
      .finally(() => working.delete(sending))
    working.add(sending)
  }

  async function take(webhook_id: number) {
    const free = AT_ONCE - (underWay.get(webhook_id) ?? 0)
    if (free <= 0 || isStopped) return
    for (const delivery of await takeDue(parts.db, webhook_id, free, parts.now())) begin(delivery)
  }

  async function look() {
    for (const webhook_id of await findWebhooksWithDue(parts.db, parts.now())) await take(webhook_id)
  }

  const lookOnce = () => (looking = looking.then(look).catch(parts.failed))

  async function lookAgain() {
    await lookOnce()
    if (!isStopped) timer = setTimeout(() => void lookAgain(), PULSE_MS)
  }

  void lookAgain()
  return {
    async settle() {
      await lookOnce()
      while (working.size > 0) await Promise.all(working)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await looking
      const impatience = setTimeout(() => stopping.abort(), GRACE_MS)
      await Promise.all(working)
      clearTimeout(impatience)
    },
  }
}

/** Due by the clock; and what another clock, as of a rehearsal, has put off for longer than anything is put off. */
const isDue = (now: Instant) =>
  sql`(d.next_try_at <= ${new Date(now)} or d.next_try_at > ${new Date(now + LONGEST_PAUSE + LEASE_MS)})`

/** A test is sent while its webhook is off too. */
const MAY_LEAVE = sql`(w.is_on or d.type = 'ping')`

async function findWebhooksWithDue(db: Db, now: Instant): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select w.id from webhooks w where exists (
      select from webhook_deliveries d
      where d.webhook_id = w.id and d.status = 'waiting' and ${isDue(now)} and ${MAY_LEAVE})`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Takes deliveries of a webhook that are due, the oldest first. Of one reservation a later event waits until the one
 * before has arrived or was given up.
 */
async function takeDue(db: Db, webhook_id: number, most: number, now: Instant): Promise<TakenDelivery[]> {
  const { rows } = await sql<TakenDelivery>`
    update webhook_deliveries set attempts = attempts + 1, next_try_at = ${new Date(now + LEASE_MS)}
    where id in (
      select d.id from webhook_deliveries d join webhooks w on w.id = d.webhook_id
      where d.webhook_id = ${webhook_id} and d.status = 'waiting' and ${isDue(now)} and ${MAY_LEAVE}
        and not exists (
          select from webhook_deliveries e
          where e.reservation_id = d.reservation_id and e.webhook_id = d.webhook_id and e.id < d.id
            and e.status = 'waiting')
      order by d.id limit ${most} for update of d skip locked)
    returning id, webhook_id, event_id, type, reservation_id, history_id, occurred_at, attempts`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Sends one delivery and writes down what came of it. */
async function deliver(parts: DeliveryParts, delivery: TakenDelivery, signal: AbortSignal): Promise<void> {
  const { db, now } = parts
  const webhook = await findTarget(parts, delivery.webhook_id)
  // Deleted in between, and its deliveries with it.
  if (!webhook) return
  const { body, starts_at } = await makeBody(db, delivery, now())
  if (isTooLate(delivery.type, starts_at, now())) return settle(db, delivery, { status: 'expired' }, now())
  const text = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Fairslot-Webhooks/1',
    'fairslot-event-id': delivery.event_id,
    'fairslot-event-type': delivery.type,
    'fairslot-delivery-id': String(delivery.id),
    'fairslot-signature': signatureOf(webhook.secrets, text, parts.deviceNow()),
  }
  const tried = await post({ url: webhook.url, body: text, headers, reach: parts.reach, signal })
  if (tried.failure === STOPPED) return giveBack(db, delivery)
  await settle(db, delivery, outcomeOf(delivery, tried, now()), now())
}

async function findTarget({ db, keyFor, now }: DeliveryParts, id: number) {
  const found = await db
    .selectFrom('webhooks')
    .select(['url', 'secret_salt', 'former_salt', 'renewed_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  const { url, secret_salt, former_salt, renewed_at } = found
  const isGood = former_salt !== null && isFormerSecretGood(renewed_at!.getTime(), now())
  const salts = isGood ? [secret_salt, former_salt] : [secret_salt]
  return { url, secrets: salts.map((salt) => webhookSecret(keyFor(SECRET_PURPOSE), id, salt)) }
}

type Outcome = {
  status: 'waiting' | 'delivered' | 'failed' | 'expired'
  next_try_at?: Date
  answer?: number | null
  failure?: string | null
}

/** Any 2xx says that it has arrived; a redirection is followed nowhere, and a failure like all others. */
function outcomeOf({ type, attempts }: TakenDelivery, tried: Answer, now: Instant): Outcome {
  if (tried.answer !== null && tried.answer >= 200 && tried.answer < 300)
    return { status: 'delivered', ...tried }
  const next = nextTryAt(type, attempts, now)
  return next === null
    ? { status: 'failed', ...tried }
    : { status: 'waiting', next_try_at: new Date(next), ...tried }
}

/** Only who has taken it last writes what came of it. */
const stillTaken = (db: Db, { id, attempts }: TakenDelivery) =>
  db
    .updateTable('webhook_deliveries')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', '=', 'waiting')

async function settle(db: Db, delivery: TakenDelivery, outcome: Outcome, now: Instant): Promise<void> {
  const done_at = outcome.status === 'waiting' ? null : new Date(now)
  await stillTaken(db, delivery)
    .set({ ...outcome, done_at })
    .execute()
}

/** A try that this process could not end counts as none. */
async function giveBack(db: Db, delivery: TakenDelivery): Promise<void> {
  await stillTaken(db, delivery)
    .set({ attempts: delivery.attempts - 1, next_try_at: sql<Date>`'-infinity'` })
    .execute()
}
