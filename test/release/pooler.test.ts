import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { SAMPLE_LOGIN } from '../../server/sample-event/sample-event.ts'
import { launch, processesOf, signIn, startServer, wishesFor, type RunningServer } from '../server-process.ts'
import { createBareDatabase, withClient, type TestDatabase } from '../test-database.ts'
import { hasPgbouncer, startPgbouncer } from './pgbouncer.ts'

const ROOT = join(import.meta.dirname, '../..')
/** More statements at once than the pooler has sessions. */
const AT_ONCE = 4
const SECRET = 'the secret that both servers are given'

if (!hasPgbouncer) console.log('No pgbouncer found (apt-get install pgbouncer): its tests are left out')

describe.skipIf(!hasPgbouncer)('behind a pooler in transaction mode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-pooler-'))
  let socketFolder: string
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>
  let database: TestDatabase
  let env: Record<string, string>
  const servers: RunningServer[] = []

  beforeAll(async () => {
    socketFolder = new URL(inject('postgres').url).searchParams.get('host')!
    pooler = await startPgbouncer(socketFolder)
  })
  beforeEach(async () => {
    database = await createBareDatabase()
    const name = new URL(database.connectionString).pathname.slice(1)
    env = {
      DATABASE_URL: pooler.url(name),
      DATABASE_LISTEN_URL: database.connectionString,
      DATA_DIR: folder,
      SECRET,
      DEMO: '1',
    }
    return async () => {
      for (const server of servers.splice(0)) await server.stop()
      await database.drop()
    }
  })
  afterAll(async () => {
    await pooler.stop()
    rmSync(folder, { recursive: true })
  })

  const start = async () => {
    const server = await startServer(env)
    servers.push(server)
    return server
  }

  async function runCommand(name: string, ...args: string[]) {
    const command = spawn(join(ROOT, 'scripts/node'), [join(ROOT, `server/cli/${name}.ts`), ...args], {
      env: { PATH: process.env['PATH'], ...env },
    })
    const [output, problem] = await Promise.all([
      text(command.stdout),
      text(command.stderr),
      once(command, 'close'),
    ])
    return { output, problem, exitCode: command.exitCode }
  }

  test.each([
    ['without DATABASE_LISTEN_URL', '', /\nFairslot cannot start: DATABASE_URL .*DATABASE_LISTEN_URL.*\n$/],
    ['if that is the pooler too', 'same', /\nFairslot cannot start: DATABASE_LISTEN_URL .*\n$/],
  ])('the start is refused in one line %s', async (_when, listen, line) => {
    const refused = launch({ ...env, DATABASE_LISTEN_URL: listen && env['DATABASE_URL']! })
    expect((await refused.exit)[0]).toBe(1)
    expect(refused.output()).toMatch(line)
  })

  test('two servers book, read and see each other’s changes without a failure', async () => {
    const [first, second] = [await start(), await start()]
    await withClient(database.connectionString, (client) =>
      client.query('update settings set max_reservations = 999, max_minutes_per_day = 1440'),
    )
    const visitor = await signIn(first.url, SAMPLE_LOGIN)
    const here = { cookie: visitor.cookie, 'content-type': 'application/json' }
    const wishes = (await wishesFor(visitor)).slice(0, 60)
    const statuses: number[] = []
    const book = async (server: RunningServer, { body, key }: (typeof wishes)[number]) => {
      const answer = await fetch(`${server.url}/api/user/reserve-meeting/`, {
        method: 'POST',
        headers: { ...here, 'idempotency-key': key },
        body: JSON.stringify(body),
      })
      statuses.push(answer.status)
    }
    const read = async (server: RunningServer, path: string) => {
      const answer = await fetch(`${server.url}${path}`, { headers: here })
      statuses.push(answer.status)
      return answer.json()
    }
    const paths = [
      '/api/user/my-reservations/',
      '/api/user/schedule/?date=2026-11-20',
      '/api/user/my-info/',
      '/readyz',
    ]
    // Both at once for each time, one of which repeats the other.
    const remaining = [...wishes.entries()]
    const run = async () => {
      for (let next = remaining.shift(); next; next = remaining.shift()) {
        const [at, wish] = next
        await Promise.all([book(first, wish), book(second, wish), read(second, paths[at % paths.length]!)])
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, run))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(statuses.filter((status) => status === 201)).toHaveLength(2 * wishes.length)
    const isOpen = async (slot_id: number) =>
      (await wishesFor({ ...visitor, get: (path) => read(second, path) })).some(
        (wish) => wish.slot_id === slot_id,
      )
    for (const { slot_id } of wishes.slice(0, 3))
      await expect.poll(() => isOpen(slot_id), { timeout: 5_000 }).toBe(false)
  })

  test('a time that another program holds costs a visitor its usual three seconds', async () => {
    const server = await start()
    const visitor = await signIn(server.url, SAMPLE_LOGIN)
    const [wish] = await wishesFor(visitor)
    await withClient(database.connectionString, async (client) => {
      await client.query(`begin; select from slots where id = ${wish!.slot_id} for update`)
      // Another client may have changed the pooler's session before.
      await withClient(env['DATABASE_URL']!, (other) => other.query('set lock_timeout = 0'))
      const begun = performance.now()
      const answer = await visitor.post('/api/user/reserve-meeting/', wish!.body)
      expect([answer.status < 500 || answer.status === 503, performance.now() - begun < 6_000]).toEqual([
        true,
        true,
      ])
    })
  })

  test('a database that hangs behind the pooler is noticed within two seconds, and its return at once', async () => {
    const server = await start()
    const visitor = await signIn(server.url, SAMPLE_LOGIN)
    const wishes = await wishesFor(visitor)
    const book = async () => (await visitor.post('/api/user/reserve-meeting/', wishes.shift()!.body)).status
    const pidFile = readFileSync(join(socketFolder, 'postmaster.pid'), 'utf8')
    const frozen = processesOf(Number(pidFile.split('\n')[0]))
    try {
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
      const begun = performance.now()
      // The first one waits; by then it is known.
      expect([await book(), await book()]).toEqual([503, 503])
      expect(performance.now() - begun).toBeLessThan(3_000)
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }
    await expect.poll(book, { timeout: 5_000 }).toBe(201)
  })

  test('a backup beside the server, and a restore right after it has ended', async () => {
    const server = await start()
    const file = join(folder, 'backup.tar.gz')
    expect(await runCommand('backup', file)).toMatchObject({ exitCode: 0 })
    expect(await runCommand('restore', file, '--replace')).toMatchObject({
      exitCode: 1,
      problem: expect.stringContaining('A Fairslot server is connected'),
    })
    await server.stop()
    expect(await runCommand('restore', file, '--replace')).toMatchObject({ exitCode: 0, problem: '' })
  })
})
