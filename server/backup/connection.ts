import pg from 'pg'
import { namedConnection } from '../database/named-connection.ts'

/** Would cut a long copy short, or change how texts are written. */
const SESSION: Record<string, string> = {
  statement_timeout: '0',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '0',
  transaction_timeout: '0',
  client_encoding: 'UTF8',
  datestyle: 'ISO',
  timezone: 'UTC',
  bytea_output: 'hex',
}

/** The hang watch does not cover these connections. */
const WATCHFUL = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 10_000 }

/** Without the limits of an ordinary connection. `signal` ends it at any point. */
export async function connectAlone(
  connection: pg.ClientConfig,
  name: string,
  signal?: AbortSignal,
): Promise<pg.Client> {
  signal?.throwIfAborted()
  const client = new pg.Client({ ...namedConnection(connection, name), ...WATCHFUL })
  // The waiting query throws the failure.
  client.on('error', () => {})
  const end = () => void client.end().catch(() => {})
  signal?.addEventListener('abort', end)
  client.once('end', () => signal?.removeEventListener('abort', end))
  await client.connect()
  try {
    await client.query(
      `select set_config(known.name, given.value, false) from unnest($1::text[], $2::text[]) as given (name, value)
       join pg_settings as known on lower(known.name) = given.name`,
      [Object.keys(SESSION), Object.values(SESSION)],
    )
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}
