import { sql, type QueryExecutorProvider } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createBareDatabase, type TestDatabase } from '../../test/test-database.ts'
import { makeDb, makePool } from './connect.ts'
import { keepConnection } from './kept-connection.ts'
import type { Db } from './transaction.ts'

let database: TestDatabase
let pool: pg.Pool
let db: Db
/** The statements that were sent, on whatever connection. */
const sent: string[] = []

beforeAll(async () => {
  database = await createBareDatabase()
  pool = makePool({ connectionString: database.connectionString, max: 2 }, () => {})
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const heard = (...args: unknown[]) => (sent.push(String(args[0])), query(...args))
    client.query = heard as typeof client.query
  })
  db = makeDb(pool)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const connectionOf = async (on: QueryExecutorProvider) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)
  return rows[0]!.pid
}

/** Keeps one for longer than a busy machine may stand still, and gives it back when the test is over. */
function keepLong() {
  const work = keepConnection(db, 20_000)
  onTestFinished(() => work(() => Promise.reject(new Error('enough'))).catch(() => {}))
  return work
}

test('one work after the other is done on the same connection, also while others take theirs', async () => {
  const work = keepLong()
  const first = await work(connectionOf)
  const [other] = await Promise.all([pool.query('select pg_backend_pid() as pid'), work(connectionOf)])
  expect(other.rows).not.toEqual([{ pid: first }])
  expect(await work(connectionOf)).toBe(first)
})

test('after a pause it is there for everybody else', async () => {
  await keepConnection(db)(connectionOf)
  expect(pool.idleCount).toBeLessThan(pool.totalCount)
  await expect.poll(() => pool.idleCount).toBe(pool.totalCount)
})

test('one that was lost is not kept: another takes its place', async () => {
  const work = keepLong()
  const first = await work(connectionOf)
  const ending = work((on) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(on))
  await expect(ending).rejects.toBeInstanceOf(Error)
  await expect.poll(() => work(connectionOf).catch(() => first)).not.toBe(first)
})

test('a work that fails gives it back at once', async () => {
  const failing = keepLong()((on) => sql`select 1 / 0`.execute(on))
  await expect(failing).rejects.toBeInstanceOf(pg.DatabaseError)
  expect(pool.idleCount).toBe(pool.totalCount)
})

/** Somebody who has what `waitForIt` waits for, until it is let go. */
async function holdIt() {
  const holder = new pg.Client({ connectionString: database.connectionString })
  await holder.connect()
  await holder.query('select pg_advisory_lock(1)')
  return { letGo: () => holder.end() }
}
const waitForIt = (on: QueryExecutorProvider) => sql`select pg_advisory_xact_lock(1)`.execute(on)

test('works may overlap: the statement of the next one is sent before the last one is answered', async () => {
  const held = await holdIt()
  const work = keepLong()
  const first = work((on) => waitForIt(on).then(() => connectionOf(on)))
  const second = work(connectionOf)
  await expect
    .poll(() => sent.slice(-2))
    .toEqual([expect.stringContaining('lock'), expect.stringContaining('pid')])
  await held.letGo()
  expect(await second).toBe(await first)
})

test('a work that fails beside another takes nothing from it, and the connection goes back after both', async () => {
  const held = await holdIt()
  const work = keepLong()
  const failing = work((on) => sql`select 1 / 0`.execute(on))
  const other = work(waitForIt)
  await expect(failing).rejects.toBeInstanceOf(pg.DatabaseError)
  expect(pool.idleCount).toBe(pool.totalCount - 1)
  await held.letGo()
  await other
  expect(pool.idleCount).toBe(pool.totalCount)
})
