import { expect, test } from 'vitest'
import { at } from '../../../test/app.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { makeDb, makePool } from '../../database/connect.ts'
import { inTransaction, readAtOneMoment, type Db } from '../../database/transaction.ts'
import { makeSnapshots } from '../../live/snapshots.ts'
import { findStatistics } from '../statistics/queries.ts'
import { keepUntilChange } from '../statistics/unchanged-figures/queries.ts'
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

/** As a service keeps them that has just begun. */
const keep = (db: Db) =>
  keepUntilChange(
    makeSnapshots((make, begins, over = db) => readAtOneMoment(over, make, begins)),
    NOW,
  )

test.each([
  ['the report of an event', 3, (db: Db, now: number) => findClosingReport(db, now, keep(db))],
  ['the end of an event', 2, findClosing],
  ['the statistics', 2, (db: Db, now: number) => findStatistics(db, {}, now, keep(db))],
])(
  'whoever opens %s after a quiet hour waits for %i new connections and no more',
  async (_, opened, find) => {
    expect(await countOpened((db) => find(db, NOW))).toBe(opened)
  },
)

test('in a file the report reads over the connection of its transaction, as of one moment', async () => {
  expect(await countOpened((db) => inTransaction(db, (tx) => findClosingReport(tx, NOW)))).toBe(1)
})
