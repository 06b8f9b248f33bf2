import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../server/embedded/embedded.ts'
import { giveBlankCluster } from '../../test/blank-cluster.ts'

export type Postgres = Awaited<ReturnType<typeof openPostgres>>

/** The embedded PostgreSQL with its own settings, so that it writes to disk as in earnest. */
export async function openPostgres() {
  const dataDir = makeFolder()
  await giveBlankCluster(dataDir)
  const { connection, stop } = await startEmbedded({ dataDir, log: () => {} })
  const { host, port, user } = connection
  return {
    connection: { host, port, user },
    pid: Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    /** Makes a database, empty or with all that `from` holds, to which nobody is connected. */
    async create(database: string, from = 'template1') {
      const client = new pg.Client(connection)
      await client.connect()
      await client.query(`create database ${database} template ${from} strategy file_copy`)
      await client.end()
      return `postgres:///${database}?${String(new URLSearchParams({ host, port: String(port), user }))}`
    },
    async close() {
      await stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** A folder that the database's user can pass when root has made it. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-bench-'))
  chmodSync(folder, 0o711)
  return folder
}
