import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDb, makePool } from '../../server/database/connect.ts'
import { pushQueue } from '../../server/outbox/push.ts'
import { vapidKeyOf } from '../../server/outbox/vapid.ts'
import { readKeys } from '../../server/secret.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { makeReservation } from '../make-reservation.ts'
import { sendDue, silent } from '../outbox.ts'
import { startPushService } from '../push-service.ts'
import { countWaiting } from '../waiting.ts'

const PUSHES = 200
const GUARD = 'for update of j skip locked'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)
const key = vapidKeyOf(readKeys({ secret: 'the secret of an installation in tests', data_dir: '' }))
let service: Awaited<ReturnType<typeof startPushService>>
let pools: pg.Pool[]

beforeAll(async () => {
  service = await startPushService()
})
beforeEach(async () => {
  service.delivered.length = 0
  await app.db.deleteFrom('push_subscriptions').execute()
  pools = []
  const { member, reservation } = await makeReservation(app, admin, day)
  for (let phone = 0; phone < PUSHES; phone += 1) {
    const { endpoint, keys } = service.subscribe()
    await app.pool.query(
      `with phone as (
        insert into push_subscriptions (member_id, endpoint_hash, endpoint, p256dh, auth, server_key, session_hash, created_at)
        values ($1, sha256($2::bytea), $3, $4, $5, $6, '\\x00', $7) returning id
      )
      insert into pushes (subscription_id, reservation_id, fact, payload, is_urgent, created_at, expires_at)
      select id, $8, 'moved.1', '{"title":"t","body":"b","tag":"x","path":"/"}', false, $7, $7::timestamptz + interval '1 day'
      from phone`,
      [
        member.id,
        Buffer.from(endpoint),
        endpoint,
        keys.p256dh,
        keys.auth,
        key.public_key,
        new Date(app.now()),
        reservation.id,
      ],
    )
  }
})
afterAll(() => service.stop())

/** `weaker`: a process whose claim locks nothing. */
function startProcess(weaker = false) {
  const pool = makePool({ connectionString: app.connectionString }, () => {})
  if (weaker)
    pool.on('connect', (client) => {
      const send = client.query.bind(client) as (...args: unknown[]) => unknown
      const query = (text: unknown, ...rest: unknown[]) =>
        send(typeof text === 'string' ? text.replace(GUARD, '') : text, ...rest)
      client.query = query as typeof client.query
    })
  pools.push(pool)
  const parts = { db: makeDb(pool), now: app.now, log: silent }
  const queue = pushQueue({ ...parts, key, pushServices: [service.origin], publicUrl: 'http://localhost' })
  return () => sendDue(parts, queue)
}

const stopProcesses = () => Promise.all(pools.map((pool) => pool.end()))
const countsByPhone = () =>
  [...Map.groupBy(service.delivered, ({ device }) => device).values()].map((each) => each.length)

test('two processes that send at once notify each phone once', async () => {
  const [one, other] = [startProcess(), startProcess()]
  await Promise.all([one(), other()])
  await stopProcesses()
  expect(countsByPhone()).toEqual(Array.from({ length: PUSHES }, () => 1))
})

test('control: without the lock, some phone is notified twice', async () => {
  const [one, other] = [startProcess(true), startProcess(true)]
  const holder = await app.pool.connect()
  await holder.query('begin; select from pushes for update')
  const sending = Promise.all([one(), other()])
  try {
    // Both have chosen the same pushes when they want to claim them.
    await expect.poll(() => countWaiting(app.pool)).toBeGreaterThanOrEqual(2)
  } finally {
    await holder.query('commit')
    holder.release()
  }
  await sending
  await stopProcesses()
  expect(Math.max(...countsByPhone())).toBeGreaterThan(1)
})
