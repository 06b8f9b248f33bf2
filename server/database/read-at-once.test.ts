import { sql } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBareDatabase } from '../../test/test-database.ts'
import { makeDb, makePool } from './connect.ts'
import { readAtOnce } from './read-at-once.ts'
import type { Db } from './transaction.ts'

let database: Awaited<ReturnType<typeof createBareDatabase>>
let pool: pg.Pool
beforeEach(async () => {
  database = await createBareDatabase()
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

/** The database over so many connections at most. */
function open(max: number): Db {
  pool = makePool({ connectionString: database.connectionString, max }, () => {})
  return makeDb(pool)
}

async function whichConnection(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]!.pid
}
const threeReads = (db: Db) => readAtOnce(db, whichConnection, whichConnection, whichConnection)

test('each read has a connection of its own, and the same one the next time', async () => {
  const db = open(5)
  // Connections that are still being opened are ready in any order.
  await threeReads(db)
  const before = await threeReads(db)
  expect(new Set(before).size).toBe(3)
  expect(await threeReads(db)).toEqual(before)
  expect(await threeReads(db)).toEqual(before)
})

test('where there are fewer connections than reads, some wait for the others, and none for itself', async () => {
  const found = await threeReads(open(1))
  expect(new Set(found).size).toBe(1)
  await Promise.all(Array.from({ length: 5 }, () => threeReads(makeDb(pool))))
})

test.each([0, 1, 2])('the failure of read %i is told, and every connection comes back', async (failing) => {
  const db = open(5)
  const divide = (db: Db) => sql`select 1 / 0`.execute(db)
  const reads = [0, 1, 2].map((n) => (n === failing ? divide : whichConnection))
  await expect(readAtOnce<unknown[]>(db, ...reads)).rejects.toThrow('division by zero')
  await vi.waitFor(() => expect(pool).toMatchObject({ idleCount: 3, totalCount: 3, waitingCount: 0 }))
})

test('inside a transaction all read over its connection', async () => {
  await open(5)
    .transaction()
    .execute(async (tx) => {
      const found = await threeReads(tx)
      expect(new Set([...found, await whichConnection(tx)]).size).toBe(1)
    })
})
