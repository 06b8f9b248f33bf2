import { randomBytes } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../server/embedded/embedded.ts'
import { migrate } from '../server/database/migrate.ts'
import { makeScratchFolder } from './scratch.ts'
import { databaseUrl, withClient } from './test-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** `url` connects as superuser; `template` is a migrated database to clone. */
    postgres: { url: string; template: string }
  }
}

/** One PostgreSQL for all projects of a run: TEST_DATABASE_URL, else an embedded one in a fresh folder. */
export default async function setup(project: TestProject) {
  if ('postgres' in project.getProvidedContext()) return undefined
  const server = process.env['TEST_DATABASE_URL']
    ? { url: process.env['TEST_DATABASE_URL'], stop: async () => {} }
    : await startServer()
  try {
    const template = await createTemplate(server.url)
    project.vitest.provide('postgres', { url: server.url, template })
    return async () => {
      await withClient(server.url, (client) => client.query(`drop database ${template} with (force)`))
      await server.stop()
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function startServer() {
  const dataDir = makeScratchFolder('fairslot-test-')
  // Root starts it as another user, who must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  const { connection, stop } = await startEmbedded({
    dataDir,
    log: () => {},
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '200' },
  })
  const { host, port, user } = connection
  return {
    url: `postgresql:///postgres?${String(new URLSearchParams({ host, port: String(port), user }))}`,
    stop: async () => {
      await stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

async function createTemplate(url: string): Promise<string> {
  const template = `template_${randomBytes(6).toString('hex')}`
  await withClient(url, (client) => client.query(`create database ${template}`))
  const pool = new pg.Pool({ connectionString: databaseUrl(url, template) })
  try {
    await migrate(pool)
  } finally {
    await pool.end()
  }
  return template
}
