import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { allowPush } from '../../../contract/push.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { inTransaction, type Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { hashOf } from '../../http/token.ts'
import { areKeys } from '../../outbox/encrypt.ts'
import { isPushEndpoint } from '../../outbox/endpoint.ts'

/** The phones and other browsers of one member: the newest stay. */
const MAX_DEVICES = 10

type Allowed = {
  member_id: number
  /** The token of the session in which it is allowed. */
  token: string
  server_key: string
  /** Origins of push services beside those of the known browsers. */
  push_services: readonly string[]
}

/**
 * Has a browser told of a member's reservations from now on, and of nobody else's. Refuses with `invalid_input` an address
 * that is no known push service's, and keys that are none.
 */
export const allowDevice = (
  db: Db,
  { endpoint, keys }: BodyOf<typeof allowPush>,
  { member_id, token, server_key, push_services }: Allowed,
  now: Instant,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    if (!isPushEndpoint(endpoint, push_services))
      throw new AppError('invalid_input', { fields: { endpoint: '지원하지 않는 알림 서비스입니다.' } })
    if (!areKeys(keys)) throw new AppError('invalid_input', { fields: { keys: '올바르지 않은 값입니다.' } })
    const subscription = { member_id, endpoint, ...keys, server_key, session_hash: hashOf(token) }
    const endpoint_hash = hashOf(endpoint)
    // The news of the member who had it before are not told to the next.
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

/** Has a browser told of nothing any more. Whoever knows its address holds the device, whose ever it was before. */
export async function forgetDevice(db: Db, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint_hash', '=', hashOf(endpoint)).execute()
}

/** Has the device on which a session was begun told of nothing any more: somebody leaves it, or another one comes. */
export async function forgetDeviceOf(db: Db, token: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_hash', '=', hashOf(token)).execute()
}
