import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findRunning, startEmbedded } from './embedded/embedded.ts'
import type { Env } from './env.ts'

type OpenDatabase = { connection: pg.PoolConfig; stop: () => Promise<void> }

const PATIENCE_MS = 60_000
const ASK_AGAIN_MS = 500
/** PostgreSQL's cannot_connect_now: it starts, or recovers from a crash. */
const STARTING = '57P03'

type Log = (line: string) => void

const nothingToStop = async () => {}

/** The database that the settings name, ready for connections: one's own PostgreSQL, or the embedded one. */
export async function openDatabase(env: Env, log: Log): Promise<OpenDatabase> {
  if (!env.database_url) return startEmbedded({ dataDir: env.data_dir, log })
  const connection = { connectionString: env.database_url }
  await untilStarted(connection, log)
  return { connection, stop: nothingToStop }
}

/**
 * Opens the same database for a command beside the server: where the server's own one is running already it is only
 * connected to, else it is started for as long as the command takes.
 */
export async function joinDatabase(env: Env, log: Log): Promise<OpenDatabase> {
  const running = env.database_url ? undefined : findRunning(env.data_dir)
  return running ? { connection: running, stop: nothingToStop } : openDatabase(env, log)
}

/** Waits for a database that is still starting, as after a reboot of the machine that runs both. */
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

/** Files that the address names, such as the certificate of an authority, are read here. */
function makeClient(connection: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client({ connectionTimeoutMillis: 10_000, ...connection })
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    throw new Error(
      `DATABASE_URL: ${path ? `${path} cannot be read (${code})` : 'it cannot be understood'}.`,
      {
        cause: error,
      },
    )
  }
}

async function failureOf(connection: pg.ClientConfig): Promise<(Error & { code?: string }) | undefined> {
  const client = makeClient(connection)
  // Unheard, the error of a connection that breaks off would end the process.
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
