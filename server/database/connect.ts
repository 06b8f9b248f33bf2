import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { WatchedClient } from './client.ts'
import { DatabaseAway } from './failures.ts'
import { watchForHang, type HangWatch } from './hang-watch.ts'
import { CONNECT_MS, limitConnection, ORDINARY, settingOf } from './limits.ts'
import { namedConnection } from './named-connection.ts'
import type { Database } from './schema.ts'

// Keeps calendar days as text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** Appears in `pg_stat_activity`. */
export const SERVER_NAME = 'fairslot'

/** Silence that counts as a hang; connecting takes milliseconds. */
const SILENCE_MS = 1_000
const PROBE_SILENCES = 3

/** `isPooled`: through a pooler in transaction mode. */
export type PoolConfig = pg.PoolConfig & { isPooled?: boolean }

/** `onError` receives errors of idle connections. */
export function makePool(
  { isPooled, ...config }: PoolConfig,
  onError: (error: Error) => void,
  limits = ORDINARY,
  silenceMs = SILENCE_MS,
): pg.Pool {
  const options: pg.PoolConfig = {
    max: 20,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A pooler keeps connections of a server that has ended.
    ...namedConnection(config, isPooled ? `${SERVER_NAME} (pooled)` : SERVER_NAME),
  }
  const watch = watchForHang(() => sendProbe(options, PROBE_SILENCES * silenceMs), silenceMs)
  const watched: pg.PoolConfig & { Client: typeof pg.Client } = {
    ...options,
    Client: WatchedClient,
    // The pool awaits the result despite its type.
    onConnect: (given) => {
      const client = given as WatchedClient
      if (isPooled) client.limits = settingOf(limits, 'transaction')
      watch.add(client)
      const asked = askServer(given, limitConnection(limits)).then((server) => void (client.server = server))
      return asked as unknown as void
    },
  }
  const pool = new pg.Pool(watched)
  // Hangs and shutdowns are reported elsewhere.
  pool.on('error', (error) => error instanceof DatabaseAway || pool.ending || onError(error))
  usePromises(pool, watch)
  const ticking = setInterval(() => (pool.ended ? clearInterval(ticking) : watch.tick()), watch.tickMs)
  ticking.unref()
  return pool
}

/** Without callbacks, which `WatchedClient` does not support; connecting fails at once while the database hangs. */
function usePromises(pool: pg.Pool, watch: HangWatch) {
  const connect = pool.connect.bind(pool)
  pool.connect = (async () => {
    watch.refuseIfHanging()
    return connect().catch((error: unknown) => {
      throw new DatabaseAway(error)
    })
  }) as pg.Pool['connect']
  pool.query = (async (text: string, values?: unknown[]) => {
    const client = await pool.connect()
    return client.query(text, values).finally(() => client.release())
  }) as pg.Pool['query']
}

/** Differs after a failover. */
const askServer = async (client: pg.ClientBase, text: string) =>
  (await client.query<{ server: string }>(`${text}, pg_postmaster_start_time()::text as server`)).rows[0]!
    .server

/** Any answer counts, even a refusal. */
async function sendProbe(config: pg.PoolConfig, patience: number): Promise<string | void> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: patience, query_timeout: patience })
  client.on('error', () => {})
  try {
    await client.connect()
    // A pooler accepts connections without the database.
    return await askServer(client, `select ''`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
  } finally {
    client.end().catch(() => {})
  }
}

export const makeDb = (pool: pg.Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
