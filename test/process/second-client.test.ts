import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_PASSWORD, makeDataDir, startServer, type RunningServer } from '../server-process.ts'

const CLIENT = join(import.meta.dirname, '../second-client.mjs')
const dataDir = makeDataDir()
let server: RunningServer

beforeAll(async () => {
  server = await startServer({ DATA_DIR: dataDir })
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true })
})

test('a client written from the list of calls alone gets each of them to succeed and to be refused', async () => {
  const given = [CLIENT, server.url, ADMIN_PASSWORD, join(dataDir, 'mail'), '2026-11-20']
  const { stdout } = await promisify(execFile)(process.execPath, given)
  expect(stdout).toMatch(/^1\d\d calls answered as expected$/m)
})
