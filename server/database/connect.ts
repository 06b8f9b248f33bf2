import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

// A date is a calendar day, not a moment: it stays the text that it is.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const MAX_NAMED = 500
const names = new Map<string, string>()

function statementName(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MAX_NAMED) return known
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

/** A client that names the statements it sends, so that PostgreSQL plans each of them once a connection. */
class NamingClient extends pg.Client {
  // pg declares a dozen overloads; only the shape that Kysely sends, text and values, is given a name.
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const isNameable = typeof text === 'string' && Array.isArray(values) && values.length > 0
    const sent = isNameable ? [{ text, values, name: statementName(text) }, ...rest] : args
    return (super.query as (...given: unknown[]) => never)(...sent)
  }
}

/**
 * A pool of connections. Errors of idle connections are given to `onError`; without a listener they would end the
 * process.
 */
export function makePool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const options: pg.PoolConfig & { Client: typeof pg.Client } = {
    max: 20,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'fairslot',
    ...config,
    Client: NamingClient,
  }
  const pool = new pg.Pool(options)
  pool.on('error', onError)
  // One that is in use tells its failure to the query that waits; unheard here it would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Kysely over a pool. */
export const makeDb = (pool: pg.Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
