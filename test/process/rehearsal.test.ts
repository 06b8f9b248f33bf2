import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_LOGIN } from '../../server/sample-event/sample-event.ts'
import { makeDataDir, query, signIn, startServer, type RunningServer } from '../server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const dataDir = makeDataDir()
const folder = join(dataDir, 'rehearsal')
let live: RunningServer

beforeAll(async () => {
  live = await startServer({ DATA_DIR: dataDir })
})
afterAll(async () => {
  await live.stop()
  rmSync(dataDir, { recursive: true })
})

function rehearse(...args: string[]) {
  const program = [join(ROOT, 'server/cli/rehearse.ts'), ...args]
  const child = spawn(join(ROOT, 'scripts/node'), program, {
    env: { DATA_DIR: dataDir, SMTP_URL: 'smtp://127.0.0.1:1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return { child, output: () => output, exit: once(child, 'close') as Promise<[number | null]> }
}

test('a day is rehearsed on a copy beside the running service, which it does not touch, and that goes when it ends', async () => {
  await query(
    dataDir,
    `insert into mails (kind, to_address, subject, facts, message_id, status, created_at)
     values ('test', 'a@example.com', 's', '{}', '<waits>', 'queued', '2026-11-19')`,
  )
  // A phone and another program, both of which are to be told of something.
  await query(
    dataDir,
    `with phone as (
      insert into push_subscriptions (member_id, endpoint_hash, endpoint, p256dh, auth, server_key, session_hash, created_at)
      select min(id), 'x', 'https://push.example/x', 'p', 'a', 'k', 'x', now() from members returning id
    ), hook as (
      insert into webhooks (name, url, events, is_on, secret_salt, created_at, created_by)
      values ('h', 'https://hook.example/', '{reservation.created}', true, 'x', now(), 'a') returning id
    ), push as (
      insert into pushes (subscription_id, reservation_id, fact, payload, is_urgent, created_at, not_before, expires_at)
      select id, (select min(id) from reservations), 'moved.1', '{}', true, now(), '2099-01-01', '2099-01-02' from phone
    ), token as (
      insert into api_tokens (name, token_hash, scopes, created_at, created_by) values ('t', 'x', '{}', now(), 'a')
    )
    insert into webhook_deliveries (webhook_id, event_id, type, occurred_at, not_before)
    select id, gen_random_uuid(), 'test', now(), '2099-01-01' from hook`,
  )
  const before = await query(dataDir, 'select id, status, version from reservations order by id')
  const rehearsal = rehearse('2026-11-21T09:30')
  await expect.poll(rehearsal.output, { timeout: 60_000 }).toContain('Fairslot is ready')
  const url = /Visitors\s+(http:\S+?)\/?\s/.exec(rehearsal.output())![1]!
  expect(rehearsal.output()).toContain('Ctrl-C ends it and deletes the copy')

  const second = rehearse('2026-11-21T09:30', '--dir', join(dataDir, 'second'))
  expect([(await second.exit)[0], second.output()]).toEqual([
    1,
    expect.stringContaining('A rehearsal is running already'),
  ])

  const there = await fetch(`${url}/api/public/info/`)
  expect(there.headers.get('x-service-time')).toMatch(/^2026-11-21T08:3\d/)
  const visitor = await signIn(url, SAMPLE_LOGIN)
  const { meetings } = (await visitor.get('/api/user/my-reservations/')) as { meetings: { id: number }[] }
  expect(meetings.length).toBeGreaterThan(0)
  await query(folder, 'delete from reservation_history')
  expect(await query(folder, `select from mails where status = 'queued'`)).toEqual([])
  for (const table of ['push_subscriptions', 'pushes', 'webhook_deliveries', 'api_tokens'])
    expect([table, await query(folder, `select from ${table}`)]).toEqual([table, []])
  expect(await query(folder, 'select is_on from webhooks')).toEqual([{ is_on: false }])

  rehearsal.child.kill('SIGTERM')
  expect((await rehearsal.exit)[0]).toBe(0)
  expect(existsSync(folder)).toBe(false)
  expect(await query(dataDir, 'select id, status, version from reservations order by id')).toEqual(before)
  expect(await query(dataDir, 'select from reservation_history limit 1')).toHaveLength(1)
})
