import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../server/embedded/embedded.ts'
import { giveBlankCluster } from '../../test/blank-cluster.ts'

export type Postgres = Awaited<ReturnType<typeof openPostgres>>

/** The bundled PostgreSQL with the settings of production, so that each commit waits for the disk. */
export async function openPostgres() {
  const dataDir = makeFolder()
  await giveBlankCluster(dataDir)
  const { connection, stop } = await startEmbedded({ dataDir, log: () => {} })
  const { host, port, user } = connection
  return {
    connection: { host, port, user },
    /** Creates an empty database and returns its address. */
    async create(database: string) {
      const client = new pg.Client(connection)
      await client.connect()
      await client.query(`create database ${database}`)
      await client.end()
      return `postgres:///${database}?${String(new URLSearchParams({ host, port: String(port), user }))}`
    },
    async close() {
      await stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** A folder that the user of the database may enter when root creates it. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-bench-'))
  chmodSync(folder, 0o711)
  return folder
}
