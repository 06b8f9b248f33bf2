import { sql } from 'kysely'
import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { postMail } from '../../server/outbox/post-mail.ts'
import { tendErasure } from '../../server/features/closing/erasing/commands.ts'
import { useTestApp } from '../fixture.ts'
import { makeEventDate, makeMember } from '../make.ts'
import { makeBarrier } from './barrier.ts'

const PROCESSES = 6

const app = useTestApp()
let forgets: 'nothing' | 'locks' | 'locks and key' = 'nothing'

beforeAll(() => void app.pool.on('connect', forget))
beforeEach(async () => {
  await sql`truncate members, event_dates, reservations, mails, audit_log, erasures cascade`.execute(app.db)
  await makeEventDate(app.db, '2026-11-20')
  await makeMember(app.db)
  // Announced a week ago for today.
  await sql`update settings set erasure_told_for = '2027-02-18', erasure_told_at = '2027-02-11T09:00:00+01:00'`.execute(
    app.db,
  )
  app.setClock('2027-02-18', '09:00')
})

const untilAllHaveJudged = makeBarrier(PROCESSES)

/** Control: removes the locks, and the rule that a day has one erasure. */
function forget(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = async (text: unknown, ...rest: unknown[]) => {
    if (forgets === 'nothing' || typeof text !== 'string') return send(text, ...rest)
    if (text.includes('pg_advisory_xact_lock')) return send('select')
    if (text.trim().endsWith('order by id for update') || text.endsWith('for no key update'))
      return send(text.replace(/ for (no key )?update\s*$/, ''), ...rest)
    const judged = await send(
      forgets === 'locks and key'
        ? text.replace(/on conflict on constraint erasures_\S+ do nothing/, '')
        : text,
      ...rest,
    )
    if (text.includes('as mails')) await untilAllHaveJudged()
    return judged
  }
  client.query = query as typeof client.query
}

/** Returns how many processes erased, and how often the one member was counted. */
async function lookAtOnce(): Promise<{ erased: number; counted: number }> {
  const context = { db: app.db, postMail, publicUrl: 'http://localhost:3000' }
  const done = await Promise.all(Array.from({ length: PROCESSES }, () => tendErasure(context, app.now())))
  const { rows } = await sql<{ counted: number }>`
    select coalesce(sum(members_normal), 0)::int as counted from erasures`.execute(app.db)
  return { erased: done.filter((each) => each === 'erase').length, counted: rows[0]!.counted }
}

test('one of six simultaneous processes erases, and each member counts once', async () => {
  forgets = 'nothing'
  expect(await lookAtOnce()).toEqual({ erased: 1, counted: 1 })
})

test('the unique day alone ensures that, even without locks', async () => {
  forgets = 'locks'
  try {
    expect(await lookAtOnce()).toEqual({ erased: 1, counted: 1 })
  } finally {
    forgets = 'nothing'
  }
})

test('control: without the key each erases, and the one member counts more than once', async () => {
  await sql`alter table erasures drop constraint erasures_due_on_key`.execute(app.db)
  forgets = 'locks and key'
  try {
    const { erased, counted } = await lookAtOnce()
    expect(erased).toBe(PROCESSES)
    // A process may read after another one has erased.
    expect(counted).toBeGreaterThan(1)
  } finally {
    forgets = 'nothing'
  }
})
