import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addWebhook, testWebhook } from '../../contract/admin/webhooks.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { TAKE_BACK_MS } from '../../domain/take-back.ts'
import { makeDb, makePool } from '../../server/database/connect.ts'
import type { RunningDeliveries } from '../../server/features/webhooks/delivering/commands.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { decision, makeReservation } from '../make-reservation.ts'
import { startReceiver, startTelling } from '../webhook-receiver.ts'

const app = useTestApp({ webhookAllow: ['127.0.0.0/8'] })
const admin = useAdmin(app)
const day = useEventDate(app)
let receiver: Awaited<ReturnType<typeof startReceiver>>
let processes: RunningDeliveries[]

beforeEach(async () => {
  receiver = await startReceiver()
  processes = []
})
afterEach(async () => {
  // One that waits for an answer hears that nobody is there any more.
  await receiver.stop()
  await Promise.all(processes.map((each) => each.stop()))
  await app.db.deleteFrom('webhooks').execute()
})

/** A process with connections of its own. */
function startProcess() {
  const running = startTelling(app)
  processes.push(running)
  return running
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

/** Many orders to send, of one event each. */
const enqueueMany = async (count: number) => {
  const { webhook } = await add()
  await sql`insert into webhook_deliveries (webhook_id, event_id, type, occurred_at)
    select ${webhook.id}, gen_random_uuid(), 'reservation.created', now() from generate_series(1, ${count}::int)`.execute(
    app.db,
  )
}

test('three processes send each of three hundred deliveries once', async () => {
  await enqueueMany(300)
  for (let at = 0; at < 3; at += 1) startProcess()
  await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(300)
  await Promise.all(processes.map((each) => each.settle()))
  expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(300)
  expect(receiver.received).toHaveLength(300)
  expect(new Set(await statuses())).toEqual(new Set(['delivered 1']))
})

test('control: processes that look first and take afterwards both send', async () => {
  await enqueueMany(20)
  const pool = makePool({ connectionString: app.connectionString, max: 2 }, () => {})
  const db = makeDb(pool)
  const look = () =>
    db.selectFrom('webhook_deliveries').select('id').where('status', '=', 'waiting').execute()
  const found = await Promise.all([look(), look()])
  const taken = await Promise.all(
    found.map((rows) =>
      db
        .updateTable('webhook_deliveries')
        .set({ next_try_at: new Date(app.now() + 30_000) })
        .where(
          'id',
          'in',
          rows.map(({ id }) => id),
        )
        .returning('id')
        .execute(),
    ),
  )
  expect(taken.flat().length).toBe(40)
  await pool.end()
})

test('what a process was sending when it died another one sends, under the same ids, and the late answer changes nothing', async () => {
  const { webhook } = await add()
  await makeReservation(app, admin, day)
  const answers: ((status: number) => void)[] = []
  receiver.answerWith((response) => void answers.push((status) => void response.writeHead(status).end()))
  startProcess()
  await expect.poll(() => receiver.received.length).toBe(1)
  const other = startProcess()
  await other.settle()
  expect(receiver.received, 'it is lent').toHaveLength(1)
  app.passMinutes(1)
  await expect.poll(() => receiver.received.length).toBe(2)
  const [first, second] = receiver.received
  for (const name of ['fairslot-event-id', 'fairslot-delivery-id'])
    expect(second!.headers[name]).toBe(first!.headers[name])
  answers[0]!(500)
  // By the time that a test has come and gone the late answer has been written down, if it was.
  await admin.ok(testWebhook, { params: { id: String(webhook.id) } })
  await expect.poll(() => answers.length).toBe(3)
  answers[2]!(200)
  const lent = () =>
    app.db.selectFrom('webhook_deliveries').select(['status', 'answer']).orderBy('id').execute()
  const arrived = { status: 'delivered', answer: 200 }
  await expect
    .poll(lent, { message: 'it is the other one’s by now' })
    .toEqual([{ status: 'waiting', answer: null }, arrived])
  answers[1]!(200)
  await expect.poll(lent).toEqual([arrived, arrived])
})

test('a process that is stopped while it waits for an answer gives the delivery back at once', async () => {
  await add()
  await makeReservation(app, admin, day, { time: '11:00' })
  receiver.answerWith(() => {})
  const stopping = startProcess()
  await expect.poll(() => receiver.received.length).toBe(1)
  await stopping.stop()
  expect(await statuses()).toEqual(['waiting 0'])
  receiver.answerWith((response) => void response.writeHead(200).end())
  await startProcess().settle()
  expect(await statuses()).toEqual(['delivered 1'])
})

test('the events of a reservation arrive in their order, however many processes send', async () => {
  await add()
  for (let at = 0; at < 3; at += 1) startProcess()
  const times = ['12:00', '12:30', '13:00', '13:30', '14:00', '14:30', '15:00', '15:30']
  await Promise.all(
    times.map(async (time) => {
      const { reservation } = await makeReservation(app, admin, day, { time })
      await admin.ok(actOnReservation, decision(reservation, 'approve'))
    }),
  )
  app.passMinutes(TAKE_BACK_MS / 60_000)
  await expect.poll(() => receiver.received.length).toBe(16)
  const byReservation = Map.groupBy(receiver.received, ({ body }) => body.reservation!.id)
  expect([...byReservation.values()].map((events) => events.map(({ body }) => body.type))).toEqual(
    times.map(() => ['reservation.created', 'reservation.decided']),
  )
})
