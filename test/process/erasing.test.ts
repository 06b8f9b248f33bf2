import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, madridDate } from '../../domain/madrid-time.ts'
import { makeDataDir, query, startServer, type RunningServer } from '../server-process.ts'

// On the real clock: a rehearsal's erases nothing.
const dataDir = makeDataDir()
const mails = join(dataDir, 'mail')
const env = { DATA_DIR: dataDir, CLOCK_START: '', DEMO: '0' }
let server: RunningServer | undefined

afterAll(async () => {
  if (server?.child.exitCode === null) await server.kill()
  rmSync(dataDir, { recursive: true })
})

const members = async () =>
  (await query<{ n: number }>(dataDir, 'select count(*)::int as n from members'))[0]!.n
const hasAsked = async () =>
  (
    await query<{ n: number }>(
      dataDir,
      `select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'`,
    )
  )[0]!.n > 0

// An event that ended a hundred days ago, its erasure announced eight days ago for the tenth day ago.
beforeAll(async () => {
  server = await startServer(env)
  const due = addDays(madridDate(Date.now()), -10)
  await query(
    dataDir,
    `insert into members (name, name_key, email, phone, company_name, position, created_at)
       select '방문자' || n, '방문자' || n, n || '@example.com', '010-1000-' || lpad(n::text, 4, '0'), '', '', '2026-01-01'
       from generate_series(1, 12) n;
     insert into event_dates (date) values ('${addDays(due, -90)}');
     update settings set erasure_told_for = '${due}', erasure_told_at = '${new Date(Date.now() - 8 * 86_400_000).toISOString()}';
     create function nap_once() returns trigger language plpgsql as $$ begin perform pg_sleep(5); return old; end $$;
     create trigger nap_once after delete on members for each statement execute function nap_once();`,
  )
  await server.stop()
  mkdirSync(mails, { recursive: true })
  writeFileSync(join(mails, '20260101T080000-1-approved.eml'), 'to somebody')
})

test('a service that was down on the day erases at its next start; killed in the middle, it has erased nothing and begins anew', async () => {
  server = await startServer(env)
  await expect.poll(hasAsked, { timeout: 20_000 }).toBe(true)
  await server.kill()
  expect(await members()).toBe(12)
  expect(readdirSync(mails)).toHaveLength(1)

  await query(dataDir, 'drop trigger nap_once on members')
  server = await startServer(env)
  await expect.poll(members, { timeout: 20_000 }).toBe(0)
  await expect.poll(() => readdirSync(mails), { timeout: 20_000 }).toEqual([])
  expect(await query(dataDir, `select admin, summary from audit_log where admin_id = 0`)).toEqual([
    { admin: '서버', summary: '개인정보가 삭제되었습니다.' },
  ])
  expect(await server.stop()).toBe(0)
})
