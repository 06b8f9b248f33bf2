import { beforeEach, expect, test } from 'vitest'
import { makeDb, makePool } from '../../server/database/connect.ts'
import type { Db } from '../../server/database/transaction.ts'
import { judgeAttempt, type Limit } from '../../server/http/attempts.ts'
import { useTestApp } from '../fixture.ts'

const GUESSES = 200
const CONNECTIONS = 60

const app = useTestApp()

beforeEach(() => app.db.deleteFrom('attempts').execute())

/** Each wrong guess is for another phone; returns how many were checked. */
async function guess(db: Db, limit: Limit): Promise<number> {
  let judged = 0
  const one = (n: number) =>
    judgeAttempt(
      db,
      {
        kind: 'login',
        account: limit.of.startsWith('account') ? '010-1234-5678' : `010-0000-${n}`,
        guess: '김민준',
        origin: '10.0.0.1',
        limits: [limit],
      },
      app.now(),
      async () => {
        judged += 1
        return undefined
      },
    )
  const answers = await Promise.allSettled(Array.from({ length: GUESSES }, (_, n) => one(n)))
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(judged + refused.length).toBe(GUESSES)
  return judged
}

const ms = 15 * 60_000

test.each<Limit>([
  { of: 'account at origin', max: 10, ms },
  { of: 'guess at origin', max: 10, ms },
  { of: 'origin', max: 150, ms },
])('of two hundred guesses at once as many are judged as may be: $of, $max', async (limit) => {
  expect(await guess(app.db, limit)).toBe(limit.max)
})

test('control: without serialized attempts, more are checked', async () => {
  await app.pool.query(`create schema unguarded; create function unguarded.pg_advisory_xact_lock(bigint)
    returns void language sql as ''`)
  const { connectionString } = app
  const pool = makePool(
    { connectionString, max: CONNECTIONS, options: '-c search_path=unguarded,public,pg_catalog' },
    () => {},
  )
  const db = makeDb(pool)
  // Open the connections first; otherwise the first guesses would run one after the other.
  const connections = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
  for (const each of connections) each.release()
  expect(await guess(db, { of: 'account at origin', max: 10, ms })).toBeGreaterThan(10)
  await db.destroy()
})
