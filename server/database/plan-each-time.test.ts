import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBareDatabase } from '../../test/test-database.ts'
import { makeDb, makePool } from './connect.ts'
import { planEachTime } from './plan-each-time.ts'

/** How often a connection has used a plan for any values, after it has asked ten times. */
async function usesOfOnePlan(end = sql.raw('')) {
  const database = await createBareDatabase()
  const pool = makePool({ connectionString: database.connectionString, max: 1 }, () => {})
  try {
    await pool.query(`create table days as select n % 100 as day from generate_series(1, 20000) as n;
      create index days_day_idx on days (day); analyze days`)
    for (let n = 0; n < 10; n += 1) await sql`select from days where day = ${n} ${end}`.execute(makeDb(pool))
    const { rows } = await pool.query<{ generic: number }>(
      'select coalesce(sum(generic_plans), 0)::int as generic from pg_prepared_statements',
    )
    return rows[0]!.generic
  } finally {
    await pool.end()
    await database.drop()
  }
}

test('a statement that comes often is planned once for any values, unless it asks to be planned for each', async () => {
  expect(await usesOfOnePlan()).toBeGreaterThan(0)
  expect(await usesOfOnePlan(planEachTime)).toBe(0)
})
