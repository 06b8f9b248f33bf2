import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reserveTour } from '../../contract/booking.ts'
import { addEventDate } from '../../contract/admin/event-dates.ts'
import { listMyReservations } from '../../contract/reservation.ts'
import { useAdmin, useEventDate, useTestApp } from '../../test/fixture.ts'
import { makeAdmin, makeDocent, makeTourSlots, makeVisitor, tourParty } from '../../test/make.ts'
import { withClient } from '../../test/test-database.ts'
import { beginSession, requireSession } from '../http/session.ts'
import type { WatchedClient } from './client.ts'
import { makeDb, makePool } from './connect.ts'
import { passingFailure } from './failures.ts'
import { SETTINGS } from './limits.ts'
import { allowMoreTime, type Tx } from './transaction.ts'

type Line = { level: number; reqId?: string; msg: string }

let lines: Line[] = []
const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line) as Line) })

/** Lets PostgreSQL commit, and drops the connection before its answer arrives. */
let losesCommit = false
function layCable() {
  const cable = new Socket()
  cable.once('connect', () => {
    const write = cable.write.bind(cable)
    cable.write = (chunk: Uint8Array | string) => {
      if (!losesCommit || !String(chunk).includes('commit')) return write(chunk)
      losesCommit = false
      cable.removeAllListeners('data')
      cable.on('data', (answer) => {
        if (String(answer).includes('COMMIT')) cable.destroy()
      })
      return write(chunk)
    }
  })
  return cable
}

const app = useTestApp({ logger, pool: { stream: layCable } })
const day = useEventDate(app)
const admin = useAdmin(app)

beforeEach(() => {
  lines = []
})

async function makeWish() {
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
  return { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty }
}

const elsewhere = (statement: string) => withClient(app.connectionString, (client) => client.query(statement))

const holders = async (slot_id: number) =>
  (await app.db.selectFrom('reservation_slots').selectAll().where('slot_id', '=', slot_id).execute()).length

/** Waits until the failure comes, and says of what kind it is. */
const kindOf = async (work: Promise<unknown>) => passingFailure(await work.catch((error: unknown) => error))

async function signedInAdmin() {
  const { name } = await makeAdmin(app)
  const { id: admin_id } = await app.db
    .selectFrom('admins')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { ...(await beginSession(app.db, { admin_id }, app.now())), name }
}

describe('limits', () => {
  const NAMES = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const
  const limitsOf = sql<Record<(typeof NAMES)[number], string>>`
    select ${sql.join(NAMES.map((name) => sql`current_setting(${sql.lit(name)}) as ${sql.ref(name)}`))}`

  test('are those of visitors on every connection, and more for one transaction that asks for it', async () => {
    const pool = makePool({ connectionString: app.connectionString, max: 1 }, () => {})
    const limits = async () =>
      (
        await pool.query<{ name: string; setting: string }>(
          `select name, setting from pg_settings where name = any($1) order by name`,
          [NAMES],
        )
      ).rows.map(({ name, setting }) => [name, Number(setting)])
    expect(await limits()).toEqual([
      ['idle_in_transaction_session_timeout', 10_000],
      ['lock_timeout', 3_000],
      ['statement_timeout', 5_000],
    ])
    const client = await pool.connect()
    client.release()
    const { token, name } = await signedInAdmin()
    const asking = {
      plainly: allowMoreTime,
      'as a write of an administrator': (tx: Tx) =>
        requireSession(tx, { token, name, role: 'owner' }, app.now()),
    }
    for (const [how, ask] of Object.entries(asking)) {
      const within = await makeDb(pool)
        .transaction()
        .execute(async (tx) => {
          await ask(tx)
          return {
            ...(await limitsOf.execute(tx)).rows[0],
            patience: (client as unknown as WatchedClient).patience,
          }
        })
      expect(within, how).toEqual({
        statement_timeout: '1min',
        lock_timeout: '10s',
        idle_in_transaction_session_timeout: '30s',
        patience: 62_000,
      })
      expect((await limits())[0], how).toEqual(['idle_in_transaction_session_timeout', 10_000])
      expect((client as unknown as WatchedClient).patience, how).toBe(7_000)
    }
    await pool.end()
  })

  test('of the end of long work are those of the work, and ordinary ones come after it', async () => {
    const pool = makePool({ connectionString: app.connectionString }, () => {})
    const client = await pool.connect()
    const patience = () => (client as unknown as WatchedClient).patience
    for (const end of ['commit', 'rollback']) {
      await client.query('begin')
      await client.query(SETTINGS.moreTime)
      const ending = client.query(end)
      expect(patience(), end).toBe(62_000)
      await ending
      expect(patience(), end).toBe(7_000)
    }
    client.release()
    await pool.end()
  })

  test('of a statement, a lock and a pause end what takes longer, and that may be tried again', async () => {
    const inOne = (limit: string, work: (tx: typeof app.db) => Promise<unknown>) =>
      kindOf(
        app.db.transaction().execute(async (tx) => {
          await sql.raw(`set local ${limit} = '20ms'`).execute(tx)
          await work(tx)
        }),
      )
    expect(await inOne('statement_timeout', (tx) => sql`select pg_sleep(10)`.execute(tx))).toBe('busy')
    await app.db.transaction().execute(async (holder) => {
      await sql`select from event_dates for update`.execute(holder)
      const wanting = inOne('lock_timeout', (tx) => sql`select from event_dates for update`.execute(tx))
      expect(await wanting).toBe('busy')
    })
    const paused = inOne('idle_in_transaction_session_timeout', async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const isThere = async () =>
        (await sql`select from pg_stat_activity where pid = ${rows[0]!.pid}`.execute(app.db)).rows.length
      await expect.poll(isThere).toBe(0)
      await sql`select 1`.execute(tx)
    })
    expect(await paused).toBe('away')
  })
})

describe('a booking that the database cannot take now', () => {
  /** Makes each new reservation fail as PostgreSQL would. */
  const failWith = (code: string) =>
    elsewhere(`create or replace function fail() returns trigger language plpgsql as
        $$ begin raise exception 'made up' using errcode = '${code}'; end $$;
      create or replace trigger fail before insert on reservations for each row execute function fail()`)
  const mend = () =>
    elsewhere('drop trigger if exists fail on reservations; drop event trigger if exists no_room')
  afterEach(mend)

  test.each(['55P03', '57014', '25P03', '53200', '57P01', '57P03', '53300', '08006'])(
    'for reason %s is answered 503, written not at all, and taken a moment later',
    async (code) => {
      const { browser } = await makeVisitor(app)
      const body = await makeWish()
      await failWith(code)
      const refusal = await browser.refused(reserveTour, { body })
      expect(refusal).toMatchObject({ status: 503, code: 'not_ready' })
      expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0)
      expect(await holders(body.available_tour_id)).toBe(0)
      await mend()
      await browser.ok(reserveTour, { body })
    },
  )

  test('for any other reason is our fault, and the answer names its line in the log', async () => {
    const { browser } = await makeVisitor(app)
    await failWith('P0001')
    const refusal = await browser.refused(reserveTour, { body: await makeWish() })
    expect(refusal).toMatchObject({ status: 500, code: 'internal' })
    expect(refusal.headers['x-request-id']).toEqual(expect.any(String))
    expect(lines.map(({ reqId, msg }) => [reqId, msg])).toEqual([
      [refusal.headers['x-request-id'], 'request failed'],
      [refusal.headers['x-request-id'], 'request'],
    ])
  })

  test('for want of room says so, is logged once, and the service is not ready until there is room', async () => {
    const { browser } = await makeVisitor(app)
    const body = await makeWish()
    await failWith('53100')
    await elsewhere(`create or replace function no_room() returns event_trigger language plpgsql as
        $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$;
      create event trigger no_room on ddl_command_start when tag in ('CREATE TABLE AS') execute function no_room()`)
    for (let n = 0; n < 5; n += 1)
      expect(await browser.refused(reserveTour, { body })).toMatchObject({
        status: 503,
        code: 'not_ready',
        error: '지금은 저장할 수 없습니다. 잠시 후 다시 시도해주세요.',
      })
    expect((await app.server.inject('/readyz')).statusCode).toBe(503)
    expect(lines.filter(({ msg }) => msg.includes('disk is full'))).toHaveLength(1)
    // Reading needs no room, and goes on.
    await browser.ok(listMyReservations, {})
    expect((await app.server.inject('/healthz')).statusCode).toBe(200)
    await mend()
    expect((await app.server.inject('/readyz')).statusCode).toBe(200)
    expect((await app.server.inject('/readyz')).statusCode).toBe(200)
    await browser.ok(reserveTour, { body })
  })
})

test('a write whose end was not heard is never called done, and its repeat finds that it was', async () => {
  const { browser } = await makeVisitor(app)
  const body = await makeWish()
  const send = () => browser.send(reserveTour, { body }, { 'idempotency-key': 'once' })
  losesCommit = true
  expect((await send()).statusCode).toBe(503)
  await expect.poll(() => holders(body.available_tour_id)).toBe(1)
  expect((await send()).statusCode).toBe(201)
  expect(await holders(body.available_tour_id)).toBe(1)

  losesCommit = true
  expect((await admin.send(addEventDate, { body: { date: '2027-01-01' } })).statusCode).toBe(503)
})

test('a phone that hangs up in the middle of what it sends is no failure of the database', async () => {
  const { port } = new URL(await app.listen())
  const phone = connect(Number(port), '127.0.0.1')
  const head = [
    'POST /api/user/login/ HTTP/1.1',
    'host: x',
    'content-type: application/json',
    'content-length: 9',
  ]
  phone.write(`${head.join('\r\n')}\r\nexpect: 100-continue\r\n\r\n`)
  // The server waits for the body now.
  await once(phone, 'data')
  lines = []
  phone.write('{')
  phone.resetAndDestroy()
  const connections = promisify(app.server.server.getConnections.bind(app.server.server))
  await expect.poll(() => connections(), { interval: 5 }).toBe(0)
  expect(lines).toEqual([])
})
