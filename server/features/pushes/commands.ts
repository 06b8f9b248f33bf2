import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { allowPush } from '../../../contract/push.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { inTransaction, type Db } from '../../database/transaction.ts'
import { invalid } from '../../http/app-error.ts'
import { hashOf } from '../../http/session.ts'
import { areKeys } from '../../outbox/encrypt.ts'
import { isPushEndpoint } from '../../outbox/endpoint.ts'

/** The newest stay. */
const MAX_DEVICES = 10

type Allowed = {
  member_id: number
  token: string
  server_key: string
  /** Besides those of known browsers. */
  push_services: readonly string[]
}

/** Throws `invalid_input` for unknown push services and invalid keys. */
export const allowDevice = (
  db: Db,
  { endpoint, keys }: BodyOf<typeof allowPush>,
  { member_id, token, server_key, push_services }: Allowed,
  now: Instant,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!isPushEndpoint(endpoint, push_services))
      throw invalid('endpoint', '지원하지 않는 알림 서비스입니다.')
    if (!areKeys(keys)) throw invalid('keys', '올바르지 않은 값입니다.')
    const subscription = { member_id, endpoint, ...keys, server_key, session_hash: hashOf(token) }
    const endpoint_hash = hashOf(endpoint)
    // The previous member's news must not be shown to the next.
    await tx
      .deleteFrom('push_subscriptions')
      .where('endpoint_hash', '=', endpoint_hash)
      .where('member_id', '<>', member_id)
      .execute()
    await tx
      .insertInto('push_subscriptions')
      .values({ ...subscription, endpoint_hash, created_at: new Date(now) })
      .onConflict((conflict) =>
        conflict.constraint('push_subscriptions_endpoint_key').doUpdateSet(subscription),
      )
      .execute()
    await sql`delete from push_subscriptions where member_id = ${member_id} and endpoint_hash <> ${endpoint_hash}
      and id not in (select id from push_subscriptions where member_id = ${member_id} and endpoint_hash <> ${endpoint_hash}
        order by id desc limit ${MAX_DEVICES - 1})`.execute(tx)
  })

/** Knowing its endpoint proves that the caller holds the device. */
export async function forgetDevice(db: Db, endpoint: string) {
  await db.deleteFrom('push_subscriptions').where('endpoint_hash', '=', hashOf(endpoint)).execute()
}

/** Ends the pushes of the session's device. */
export async function forgetDeviceOf(db: Db, token: string) {
  await db.deleteFrom('push_subscriptions').where('session_hash', '=', hashOf(token)).execute()
}
