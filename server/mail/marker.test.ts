import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../database/schema.ts'
import { makeMarker } from './marker.ts'

const NOBODY_THERE = { host: '127.0.0.1', port: 1 }
const LONG_ENOUGH = 60_000
const NOW = Date.parse('2026-11-20T10:00:00Z')

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a batch whose fates cannot be written down says so once, however many of its mails leave', async () => {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new pg.Pool(NOBODY_THERE) }) })
  const heard = Promise.withResolvers<void>()
  const complaints: unknown[] = []
  const marker = makeMarker(
    db,
    () => NOW,
    (error) => {
      complaints.push(error)
      heard.resolve()
    },
  )
  marker.sent(1)
  vi.advanceTimersByTime(LONG_ENOUGH)
  await heard.promise
  marker.sent(2)
  vi.advanceTimersByTime(LONG_ENOUGH)
  await expect(marker.end()).rejects.toThrow('ECONNREFUSED')
  expect(complaints).toHaveLength(1)
  await db.destroy()
})
