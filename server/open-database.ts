import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { PoolConfig } from './database/connect.ts'
import { readableFailure } from './database/readable-failure.ts'
import { findRunning, startEmbedded } from './embedded/embedded.ts'
import type { Env } from './env.ts'

/** `connection` keeps its session. Behind a pooler, requests use `pooled`. */
type OpenDatabase = { connection: pg.PoolConfig; pooled?: PoolConfig; stop: () => Promise<void> }

const PATIENCE_MS = 60_000
const ASK_AGAIN_MS = 500
const HEAR_WITHIN_MS = 3_000
/** cannot_connect_now: PostgreSQL starts or recovers. */
const STARTING = '57P03'

type Log = (line: string) => void

const nothingToStop = async () => {}

export async function openDatabase(env: Env, log: Log): Promise<OpenDatabase> {
  if (!env.database_url) return startEmbedded({ dataDir: env.data_dir, log })
  const isPooled = env.database_listen_url !== undefined
  const requests = { connectionString: env.database_url }
  const connection = isPooled ? { connectionString: env.database_listen_url! } : requests
  await untilStarted(connection, log).catch((error: unknown) => {
    if (!isPooled) throw error
    throw new Error(readableFailure(error).replace(/^DATABASE_URL/, 'DATABASE_LISTEN_URL'), { cause: error })
  })
  await refuseUnfit(connection, requests)
  return { connection, stop: nothingToStop, ...(isPooled && { pooled: { ...requests, isPooled } }) }
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

/** Ctrl-C, the end of a service, or of a terminal. */
export function onStopSignal(act: (signal: NodeJS.Signals) => void) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, act)
}

/** A command that is stopped leaves no embedded database running. */
export function untilStopped(open: typeof openDatabase, env: Env, log: Log = () => {}) {
  const opening = open(env, log)
  if (!env.database_url)
    onStopSignal(() => void opening.then(({ stop }) => stop()).finally(() => process.exit(1)))
  return opening
}

/** After a reboot both start at once. */
async function untilStarted(connection: pg.ClientConfig, log: Log) {
  const deadline = performance.now() + PATIENCE_MS
  for (let asked = 0; ; asked += 1) {
    try {
      return await withClient(connection, async () => {})
    } catch (error) {
      if ((error as { code?: string }).code !== STARTING || performance.now() > deadline) throw error
    }
    if (asked === 0) log('The database is still starting: waiting for it.')
    await sleep(ASK_AGAIN_MS)
  }
}

/** A pooler in transaction mode passes no notifications on, so that screens would show old answers. */
async function refuseUnfit(direct: pg.ClientConfig, requests: pg.ClientConfig) {
  await withClient(direct, async (listener) => {
    const { rows } = await listener.query<{ server_encoding: string }>('show server_encoding')
    const { server_encoding } = rows[0]!
    if (server_encoding !== 'UTF8')
      throw new Error(
        `DATABASE_URL: the encoding of that database is ${server_encoding}, not UTF8: create one with ` +
          'createdb --encoding=UTF8 --locale=C.UTF-8 --template=template0 NAME.',
      )
    const channel = `fairslot_start_${randomBytes(8).toString('hex')}`
    await listener.query(`listen ${channel}`)
    const heard = once(listener, 'notification').then(
      () => true,
      () => false,
    )
    await withClient(requests, async (speaker) => {
      // One by one: a pooler in statement mode refuses transactions.
      for (const text of ['begin', `notify ${channel}`, 'commit']) await speaker.query(text)
    })
    if (await Promise.race([heard, sleep(HEAR_WITHIN_MS, false, { ref: false })])) return
    throw new Error(
      direct === requests
        ? 'DATABASE_URL leads to a pooler in transaction mode: set DATABASE_LISTEN_URL to the database itself.'
        : 'DATABASE_LISTEN_URL must lead to the database of DATABASE_URL, without a pooler in transaction mode.',
    )
  })
}

/** pg reads files that the URL names, such as certificates. */
function makeClient(connection: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client({ connectionTimeoutMillis: 10_000, query_timeout: 10_000, ...connection })
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    throw new Error(`DATABASE_URL: ${path ? `${path} cannot be read (${code})` : 'it is not a valid URL'}.`, {
      cause: error,
    })
  }
}

async function withClient(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>) {
  const client = makeClient(connection)
  // An unhandled error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
