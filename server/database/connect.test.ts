import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listMyReservations } from '../../contract/reservation.ts'
import { startTestApp } from '../../test/app.ts'
import { makeVisitor } from '../../test/make.ts'
import { createBareDatabase, withClient } from '../../test/test-database.ts'
import { makeDb, makePool } from './connect.ts'

test('when the database restarts, some requests fail and the server continues', async () => {
  const app = await startTestApp()
  const { browser } = await makeVisitor(app)
  const ask = async () => (await browser.send(listMyReservations, {})).statusCode
  const asking = Array.from({ length: 200 }, ask)
  await withClient(app.connectionString, (client) =>
    client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`),
  )
  const answers = await Promise.all(asking)
  expect(answers.filter((status) => status !== 200 && status !== 503)).toEqual([])
  await expect.poll(ask).toBe(200)
  await app.stop()
})

test('a large count uses one processor, and leaves the others to visitors', async () => {
  const app = await startTestApp()
  const plan = await app.db.transaction().execute(async (tx) => {
    // As for a table large enough for parallel workers.
    await sql`select set_config(name, '0', true) from pg_settings
      where name in ('parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size', 'min_parallel_index_scan_size')`.execute(
      tx,
    )
    return sql<Record<string, string>>`explain select count(*) from mails`.execute(tx)
  })
  expect(JSON.stringify(plan.rows)).not.toContain('Gather')
  await app.stop()
})

test('through a pooler, every transaction brings its own limits, and no statement has a name', async () => {
  const database = await createBareDatabase()
  const pool = makePool({ connectionString: database.connectionString, max: 1, isPooled: true }, () => {})
  const db = makeDb(pool)
  // Left in the session by another transaction.
  await pool.query(`set lock_timeout = 0`)
  const within = await db.transaction().execute(async (tx) => {
    await sql`select ${'a'}::text`.execute(tx)
    return sql`select current_setting('lock_timeout') as limit, count(*)::int as named from pg_prepared_statements`.execute(
      tx,
    )
  })
  expect(within.rows).toEqual([{ limit: '3s', named: 0 }])
  await db.destroy()
  await database.drop()
})
