import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostmaster } from '../../server/embedded/cluster.ts'
import { makeDataDir, query, startServer } from '../server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const dataDir = makeDataDir()
const backup = join(dataDir, 'event.tar.gz')
const isDatabaseRunning = () => findPostmaster(join(dataDir, 'postgres')) !== undefined

function begin(command: string, ...args: string[]) {
  return spawn(join(ROOT, 'scripts/node'), [join(ROOT, `server/cli/${command}.ts`), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    // Open, so that a command waits for an answer.
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

beforeAll(async () => {
  const server = await startServer({ DATA_DIR: dataDir })
  await once(begin('backup', backup), 'close')
  await server.stop()
})
afterAll(() => rmSync(dataDir, { recursive: true }))

test.each([
  ['new-event', 'SIGINT'],
  ['admin', 'SIGTERM', 'reset', 'admin', '--password-stdin'],
  ['restore', 'SIGHUP', backup, '--replace'],
  ['status', 'SIGINT'],
  ['doctor', 'SIGINT'],
] as const)(
  '%s that is stopped by %s stops the database that it started',
  async (command, signal, ...args) => {
    const child = begin(command, ...args)
    const ended = once(child, 'close')
    await expect.poll(isDatabaseRunning, { interval: 5, timeout: 20_000 }).toBe(true)
    child.kill(signal)
    expect(await ended).toEqual([1, null])
    expect(isDatabaseRunning()).toBe(false)
  },
)

test('status that fails stops the database that it started', async () => {
  const server = await startServer({ DATA_DIR: dataDir })
  await query(dataDir, 'alter table screens rename to lost')
  await server.stop()
  expect(await once(begin('status'), 'close')).toEqual([1, null])
  expect(isDatabaseRunning()).toBe(false)
})
