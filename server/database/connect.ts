import { callbackify } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { WatchedClient } from './client.ts'
import { DatabaseAway } from './failures.ts'
import { watchForHang, type HangWatch } from './hang-watch.ts'
import { CONNECT_MS, limitConnection, ORDINARY } from './limits.ts'
import { namedConnection } from './named-connection.ts'
import type { Database } from './schema.ts'

// A date is a calendar day, not a moment: it stays the text that it is.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** The connections of a server, as PostgreSQL lists them. */
export const SERVER_NAME = 'fairslot'

/** How long nobody may answer before a database is taken for one that hangs. A new connection comes within milliseconds. */
const SILENCE_MS = 1_000
/** A pulse that is not answered is taken anew after this many silences. */
const PULSE_SILENCES = 3

/**
 * A pool of connections. Errors of idle connections are given to `onError`; without a listener they would end the
 * process. A database that has answered nobody for `silenceMs` milliseconds is not asked for connections: that fails at once.
 */
export function makePool(
  config: pg.PoolConfig,
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
    ...namedConnection(config, SERVER_NAME),
  }
  const watch = watchForHang(() => takePulse(options, PULSE_SILENCES * silenceMs), silenceMs)
  const watched: pg.PoolConfig & { Client: typeof pg.Client } = {
    ...options,
    Client: WatchedClient,
    // The pool awaits the answer, whatever its type says.
    onConnect: (client) => {
      watch.add(client as WatchedClient)
      return client.query(limitConnection(limits)) as unknown as void
    },
  }
  const pool = new pg.Pool(watched)
  // Of a hang, and of the end, others tell.
  pool.on('error', (error) => error instanceof DatabaseAway || pool.ending || onError(error))
  pool.connect = refusing(pool.connect.bind(pool), watch)
  const ticking = setInterval(() => (pool.ended ? clearInterval(ticking) : watch.tick()), watch.tickMs)
  ticking.unref()
  return pool
}

type Connected = (error: Error | null, client: pg.PoolClient) => void

/** Refuses at once while the database hangs; whatever else keeps one from a connection is `DatabaseAway` as well. */
function refusing(connect: pg.Pool['connect'], watch: HangWatch): pg.Pool['connect'] {
  const begin = async () => {
    watch.refuseIfHanging()
    try {
      return await connect()
    } catch (error) {
      throw new DatabaseAway(error)
    }
  }
  const either = (callback?: Connected) => (callback ? callbackify(begin)(callback) : begin())
  return either as pg.Pool['connect']
}

/** Opens a connection of its own and closes it; whatever PostgreSQL answers, be it a refusal, is an answer. */
async function takePulse(config: pg.PoolConfig, patience: number) {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: patience })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
  }
  client.end().catch(() => {})
}

/** Kysely over a pool. */
export const makeDb = (pool: pg.Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
