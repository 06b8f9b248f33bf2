import { expect, test } from 'vitest'
import { at } from '../../../test/app.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { makeDb, makePool } from '../../database/connect.ts'
import { inTransaction, type Db } from '../../database/transaction.ts'
import { findStatistics } from '../statistics/queries.ts'
import { findClosing } from './queries.ts'
import { findClosingReport } from './report/queries.ts'

const NOW = at('2026-11-20', '12:00')

/** How many connections a pool that has none opens for a read. */
async function countOpened(read: (db: Db) => Promise<unknown>) {
  const database = await createTestDatabase()
  const pool = makePool({ connectionString: database.connectionString }, () => {})
  try {
    await read(makeDb(pool))
    return pool.totalCount
  } finally {
    await pool.end()
    await database.drop()
  }
}

test.each([
  ['the report of an event', 3, findClosingReport],
  ['the end of an event', 2, findClosing],
  ['the statistics', 2, (db: Db, now: number) => findStatistics(db, {}, now)],
])(
  'whoever opens %s after a quiet hour waits for %i new connections and no more',
  async (_, opened, find) => {
    expect(await countOpened((db) => find(db, NOW))).toBe(opened)
  },
)

test('in a file the report reads over the connection of its transaction, as of one moment', async () => {
  expect(await countOpened((db) => inTransaction(db, (tx) => findClosingReport(tx, NOW)))).toBe(1)
})
