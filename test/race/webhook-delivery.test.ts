import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addWebhook } from '../../contract/admin/webhooks.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { TAKE_BACK_MS } from '../../domain/take-back.ts'
import { makePool } from '../../server/database/connect.ts'
import type { RunningQueue } from '../../server/outbox/worker.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { decision, makeReservation } from '../make-reservation.ts'
import { countWaiting } from '../waiting.ts'
import { startReceiver, startTelling } from '../webhook-receiver.ts'

const app = useTestApp({ webhookAllow: ['127.0.0.0/8'] })
const admin = useAdmin(app)
const day = useEventDate(app)
let receiver: Awaited<ReturnType<typeof startReceiver>>
let processes: RunningQueue[]

beforeEach(async () => {
  receiver = await startReceiver()
  processes = []
})
afterEach(async () => {
  // Refuses connections, and disconnects a process that waits for an answer.
  await receiver.stop()
  await Promise.all(processes.map((each) => each.stop()))
  await app.db.deleteFrom('webhooks').execute()
})

function startProcess(pool = app.pool) {
  const running = startTelling({ pool, now: app.now })
  processes.push(running)
  return running
}

/** A process whose statements wait while it is frozen. */
function startFrozenProcess() {
  const pool = makePool({ connectionString: app.connectionString }, () => {})
  let frozen: PromiseWithResolvers<void> | undefined
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    client.query = (async (...sent: unknown[]) => {
      await frozen?.promise
      return send(...sent)
    }) as unknown as typeof client.query
  })
  return {
    process: startTelling({ pool, now: app.now }),
    freeze: () => (frozen = Promise.withResolvers()),
    thaw: () => frozen?.resolve(),
    end: () => pool.end(),
  }
}

const add = () =>
  admin.ok(addWebhook, {
    body: {
      name: '문자',
      url: receiver.url,
      events: ['reservation.created', 'reservation.decided'],
      is_on: true,
    },
  })

const statuses = async () =>
  (await app.db.selectFrom('webhook_deliveries').select(['status', 'attempts']).execute()).map(
    ({ status, attempts }) => `${status} ${attempts}`,
  )

/** Many deliveries of one event each. */
const enqueueMany = async (count: number) => {
  const { webhook } = await add()
  await sql`insert into webhook_deliveries (webhook_id, event_id, type, occurred_at)
    select ${webhook.id}, gen_random_uuid(), 'reservation.created', now() from generate_series(1, ${count}::int)`.execute(
    app.db,
  )
}

test('three processes send each of a hundred deliveries once', async () => {
  await enqueueMany(100)
  for (let at = 0; at < 3; at += 1) startProcess()
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(100)
  await Promise.all(processes.map((each) => each.idle()))
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(100)
  expect(receiver.received).toHaveLength(100)
  expect(new Set(await statuses())).toEqual(new Set(['sent 1']))
})

/** Two processes that look before either of them takes a delivery. Returns how many requests arrive. */
async function lookAtOnce(isGuarded: boolean) {
  await enqueueMany(4)
  const holder = await app.pool.connect()
  await holder.query('begin; select from webhook_deliveries for update')
  const pools = [1, 2].map(() => makePool({ connectionString: app.connectionString }, () => {}))
  for (const pool of pools) {
    pool.on('connect', (client) => {
      const send = client.query.bind(client) as (...args: unknown[]) => unknown
      client.query = ((text: unknown, ...rest: unknown[]) =>
        send(
          typeof text === 'string' && !isGuarded ? text.replace('for update of j skip locked', '') : text,
          ...rest,
        )) as typeof client.query
    })
    startProcess(pool)
  }
  let havePassed = false
  void Promise.all(processes.map((each) => each.idle())).then(() => (havePassed = true))
  await expect.poll(async () => havePassed || (await countWaiting(app.pool)) === 2).toBe(true)
  await holder.query('commit')
  holder.release()
  await expect.poll(async () => (await statuses()).every((each) => each.startsWith('sent'))).toBe(true)
  await Promise.all(processes.map((each) => each.stop()))
  await Promise.all(pools.map((pool) => pool.end()))
  return receiver.received.length
}

test('of two processes that look at once, one takes a delivery, and the other passes it over', async () => {
  expect(await lookAtOnce(true)).toBe(4)
})

test('control: without the lock of the claim both send it', async () => {
  expect(await lookAtOnce(false)).toBe(8)
})

test('what a process was sending when it died another one sends, under the same ids, and the late answer changes nothing', async () => {
  await add()
  await makeReservation(app, admin, day)
  const answers: ((status: number) => void)[] = []
  receiver.answerWith((response) => void answers.push((status) => void response.writeHead(status).end()))
  const first = startFrozenProcess()
  await expect.poll(() => receiver.received.length).toBe(1)
  const other = startProcess()
  await other.idle()
  expect(receiver.received, 'it is leased').toHaveLength(1)
  first.freeze()
  app.passMinutes(1)
  await expect.poll(() => receiver.received.length).toBe(2)
  const [tried, triedAgain] = receiver.received
  for (const name of ['fairslot-event-id', 'fairslot-delivery-id'])
    expect(triedAgain!.headers[name]).toBe(tried!.headers[name])
  answers[0]!(500)
  first.thaw()
  await first.process.stop()
  const leased = () => app.db.selectFrom('webhook_deliveries').select(['status', 'answer']).execute()
  expect(await leased(), 'it is the other one’s by now').toEqual([{ status: 'queued', answer: null }])
  answers[1]!(200)
  await expect.poll(leased).toEqual([{ status: 'sent', answer: 200 }])
  await first.end()
})

test('a process that is slow keeps what it sends, however long it takes', async () => {
  await add()
  await makeReservation(app, admin, day)
  receiver.answerWith(() => {})
  startProcess()
  await expect.poll(() => receiver.received.length).toBe(1)
  const leasedUntil = async () =>
    (await app.db.selectFrom('webhook_deliveries').select('locked_until').executeTakeFirstOrThrow())
      .locked_until
  for (let step = 0; step < 5; step += 1) {
    app.passMinutes(10 / 60)
    const soon = new Date(app.now() + 10_000)
    await expect.poll(async () => (await leasedUntil()) > soon).toBe(true)
    await startProcess().idle()
  }
  expect(receiver.received).toHaveLength(1)
})

test('a process stopped while waiting for an answer releases the delivery at once', async () => {
  await add()
  await makeReservation(app, admin, day, { time: '11:00' })
  receiver.answerWith(() => {})
  const stopping = startProcess()
  await expect.poll(() => receiver.received.length).toBe(1)
  await stopping.stop(100)
  expect(await statuses()).toEqual(['queued 0'])
  receiver.answerWith((response) => void response.writeHead(200).end())
  await startProcess().idle()
  expect(await statuses()).toEqual(['sent 1'])
})

test('the events of a reservation arrive in their order, however many processes send', async () => {
  await add()
  const times = ['12:00', '12:30', '13:00', '13:30', '14:00', '14:30', '15:00', '15:30']
  await Promise.all(
    times.map(async (time) => {
      const { reservation } = await makeReservation(app, admin, day, { time })
      await admin.ok(actOnReservation, decision(reservation, 'approve'))
    }),
  )
  // Both events of each are due when the processes start.
  app.passMinutes(TAKE_BACK_MS / 60_000)
  for (let at = 0; at < 3; at += 1) startProcess()
  await expect.poll(() => receiver.received.length).toBe(16)
  const byReservation = Map.groupBy(receiver.received, ({ body }) => body.reservation!.id)
  expect([...byReservation.values()].map((events) => events.map(({ body }) => body.type))).toEqual(
    times.map(() => ['reservation.created', 'reservation.decided']),
  )
})

describe('a webhook that is deleted while an event is written for it', () => {
  async function whileDeleted<T>(write: () => Promise<T>): Promise<T> {
    const { webhook } = await add()
    const deleting = await app.pool.connect()
    await deleting.query(`begin; delete from webhooks where id = ${webhook.id}`)
    const written = write()
    written.catch(() => {})
    await expect.poll(() => countWaiting(app.pool), { interval: 5 }).toBe(1)
    await deleting.query('commit')
    deleting.release()
    return written
  }

  test('fails no approval', async () => {
    const { reservation } = await makeReservation(app, admin, day)
    const approved = whileDeleted(() => admin.ok(actOnReservation, decision(reservation, 'approve')))
    expect(await approved).toMatchObject({ reservation: { status: 'APPROVED' } })
  })

  test('control: a single try fails', async () => {
    const insert = sql`insert into webhook_deliveries (webhook_id, event_id, type, occurred_at)
      select id, gen_random_uuid(), 'reservation.created', now() from webhooks`
    await expect(whileDeleted(() => insert.execute(app.db))).rejects.toMatchObject({
      constraint: 'webhook_deliveries_webhook_fkey',
    })
  })
})
