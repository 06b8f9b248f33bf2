import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findRunning, startEmbedded } from './embedded/embedded.ts'
import type { Env } from './env.ts'

type OpenDatabase = { connection: pg.PoolConfig; stop: () => Promise<void> }

const PATIENCE_MS = 60_000
const ASK_AGAIN_MS = 500
/** cannot_connect_now: PostgreSQL starts or recovers. */
const STARTING = '57P03'

type Log = (line: string) => void

const nothingToStop = async () => {}

export async function openDatabase(env: Env, log: Log): Promise<OpenDatabase> {
  if (!env.database_url) return startEmbedded({ dataDir: env.data_dir, log })
  const connection = { connectionString: env.database_url }
  await untilStarted(connection, log)
  return { connection, stop: nothingToStop }
}

// The embedded database's folder, or the file with its location.
const EMBEDDED = ['postgres', 'database-location.txt']

/** For a command beside the server: uses its running database, or starts one. A mistyped folder creates none. */
export async function joinDatabase(env: Env, log: Log): Promise<OpenDatabase> {
  const { database_url, data_dir } = env
  if (!database_url && !EMBEDDED.some((name) => existsSync(join(data_dir, name))))
    throw new Error(`There is no database in ${data_dir}: set DATA_DIR or DATABASE_URL as for the server.`)
  const running = env.database_url ? undefined : findRunning(env.data_dir)
  return running ? { connection: running, stop: nothingToStop } : openDatabase(env, log)
}

/** After a reboot both start at once. */
async function untilStarted(connection: pg.ClientConfig, log: Log) {
  const deadline = performance.now() + PATIENCE_MS
  for (let asked = 0; ; asked += 1) {
    const error = await failureOf(connection)
    if (!error) return
    if (error.code !== STARTING || performance.now() > deadline) throw error
    if (asked === 0) log('The database is still starting: waiting for it.')
    await sleep(ASK_AGAIN_MS)
  }
}

/** pg reads files that the URL names, such as certificates. */
function makeClient(connection: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client({ connectionTimeoutMillis: 10_000, ...connection })
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    throw new Error(`DATABASE_URL: ${path ? `${path} cannot be read (${code})` : 'it is not a valid URL'}.`, {
      cause: error,
    })
  }
}

async function failureOf(connection: pg.ClientConfig): Promise<(Error & { code?: string }) | undefined> {
  const client = makeClient(connection)
  // An unhandled error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return undefined
  } catch (error) {
    return error as Error
  } finally {
    await client.end().catch(() => {})
  }
}
