import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  changeWebhook as changeWebhookCall,
  type addWebhook as addWebhookCall,
  type resendDeliveries as resendDeliveriesCall,
  type Webhook,
  type WebhookDelivery,
} from '../../../contract/admin/webhooks.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isMemberEvent, type MemberEvent } from '../../../domain/webhook.ts'
import { anyOf, inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { AppError, invalid, orRefuse } from '../../http/app-error.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import type { Reach } from '../../outbox/address.ts'
import { SECRET_PURPOSE, webhookSecret } from '../../outbox/signature.ts'
import { WELL } from '../../outbox/webhook.ts'
import type { KeyFor } from '../../secret.ts'
import { refuseEditConflict } from '../audit/commands.ts'
import { findWebhooks, getDelivery } from './queries.ts'

const SALT_BYTES = 32
const MAX_WEBHOOKS = 20

const ADDRESS_TEXTS = {
  private_address:
    '내부 네트워크 주소로는 보낼 수 없습니다. 필요하면 서버 환경 설정 WEBHOOK_ALLOW에 허용하세요.',
  not_https: 'https로 시작하는 주소만 사용할 수 있습니다.',
} as const

type Parts = { db: Db; keyFor: KeyFor; reach: Reach }
type Form = Omit<BodyOf<typeof addWebhookCall>, 'expected'>

function refuseAddress(reach: Reach, url: string) {
  const problem = reach.refusesUrl(url)
  if (problem) throw invalid('url', ADDRESS_TEXTS[problem])
}

const storedForm = (form: Form) => ({ ...form, events: [...new Set(form.events)].toSorted() })

/** The secret is shown once. Throws `invalid_input` for forbidden addresses. */
export async function addWebhook(
  { db, keyFor, reach }: Parts,
  admin: SignedInAdmin,
  form: Form,
  now: Instant,
): Promise<{ webhook: Webhook; secret: string }> {
  refuseAddress(reach, form.url)
  const secret_salt = randomBytes(SALT_BYTES)
  const row = { ...storedForm(form), secret_salt, created_at: new Date(now), created_by: admin.name }
  const { id } = await db.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow()
  const all = await findWebhooks(db, now)
  if (all.length > MAX_WEBHOOKS)
    throw invalid('name', `웹훅은 최대 ${MAX_WEBHOOKS}개까지 추가할 수 있습니다.`)
  const webhook = all.find((each) => each.id === id)!
  return { webhook, secret: webhookSecret(keyFor(SECRET_PURPOSE), id, secret_salt) }
}

/** A list is compared as one field. */
const compared = (form: Partial<Form>) => ({
  ...form,
  events: form.events && form.events.toSorted().join(' '),
})

/** Queued deliveries go to the new address. What was known of the receiver is forgotten, unless it stays the same. */
export const changeWebhook = (
  { db, reach }: Omit<Parts, 'keyFor'>,
  id: number,
  { expected, ...form }: BodyOf<typeof changeWebhookCall>,
  now: Instant,
): Promise<Webhook> =>
  inTransaction(db, async (tx) => {
    const stored = await tx
      .selectFrom('webhooks')
      .select(['name', 'url', 'events', 'is_on'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(orRefuse('not_found'))
    // A webhook whose address is no longer allowed can still be switched off.
    if (form.url !== stored.url || (form.is_on && !stored.is_on)) refuseAddress(reach, form.url)
    const target = `webhook ${id}`
    const [before, was, wanted] = [
      expected && compared(expected as Partial<Form>),
      compared(stored),
      compared(form),
    ]
    await refuseEditConflict(
      tx,
      { by: changeWebhookCall, target, expected: before, stored: was, wanted },
      now,
    )
    const isSame = form.is_on && stored.is_on && form.url === stored.url
    const isChosen = was.events !== wanted.events
    const set = { ...storedForm(form), ...(!isSame && WELL), ...(isChosen && { chosen_at: new Date(now) }) }
    await tx.updateTable('webhooks').set(set).where('id', '=', id).execute()
    return (await findWebhooks(tx, now, id))[0]!
  })

export async function deleteWebhook(db: Db, id: number): Promise<string> {
  const deletion = db.deleteFrom('webhooks').where('id', '=', id).returning('name')
  return (await deletion.executeTakeFirstOrThrow(orRefuse('not_found'))).name
}

/** The former secret also signs for another day. */
export async function renewSecret(
  { db, keyFor }: Omit<Parts, 'reach'>,
  id: number,
  now: Instant,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret_salt = randomBytes(SALT_BYTES)
  await db
    .updateTable('webhooks')
    .set({ former_salt: sql`secret_salt`, secret_salt, renewed_at: new Date(now) })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow(orRefuse('not_found'))
  const [webhook] = await findWebhooks(db, now, id)
  return { webhook: webhook!, secret: webhookSecret(keyFor(SECRET_PURPOSE), id, secret_salt) }
}

/** Sent like any delivery. */
export async function enqueueTest(db: Db, webhook_id: number, now: Instant): Promise<WebhookDelivery> {
  const [webhook] = await findWebhooks(db, now, webhook_id)
  if (!webhook) throw new AppError('not_found')
  const row = { webhook_id, event_id: randomUUID(), type: 'ping' as const, occurred_at: new Date(now) }
  const { id } = await db
    .insertInto('webhook_deliveries')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  return getDelivery(db, id)
}

/** The database enqueues all other events of reservations from the history. */
type Untold = MemberEvent | 'reservation.arrived' | 'reminder.due'

/** One event per reservation or member, in its transaction. */
export const enqueueEvent = async (
  tx: Tx,
  type: Untold,
  ids: readonly number[],
  now: Instant,
): Promise<void> => {
  const subject = sql.ref(isMemberEvent(type) ? 'member_id' : 'reservation_id')
  await sql`
    with told as materialized (
      select gen_random_uuid() as event_id, id from unnest(${ids}::int[]) as id where exists (select from webhooks)
    )
    insert into webhook_deliveries (webhook_id, event_id, type, ${subject}, occurred_at)
    select w.id, t.event_id, ${type}, t.id, ${new Date(now)}
    from told t join webhooks w on ${type} = any (w.events)`.execute(tx)
}

/** Limits the queue; the next press takes the rest. */
const AT_ONCE = 500

/** Keeps the ids of failed deliveries. Throws `webhook_off` while it is off. */
export const resendDeliveries = (
  db: Db,
  webhook_id: number,
  { ids }: BodyOf<typeof resendDeliveriesCall>,
  now: Instant,
): Promise<number> =>
  inTransaction(db, async (tx) => {
    const [webhook] = await findWebhooks(tx, now, webhook_id)
    if (!webhook) throw new AppError('not_found')
    if (!webhook.is_on) throw new AppError('webhook_off')
    const { rows } = await sql`
      update webhook_deliveries set status = 'queued', attempts = 0, not_before = default, done_at = null
      where id in (
        select id from webhook_deliveries where webhook_id = ${webhook_id} and status = 'failed' and type <> 'ping'
          and (${ids ?? null}::int[] is null or id = ${anyOf(ids ?? [])})
        order by id limit ${AT_ONCE} for update)
      returning id`.execute(tx)
    return rows.length
  })
