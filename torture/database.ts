import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../server/database/embedded/embedded.ts'
import { makeDataDir, postmaster } from '../test/server-process.ts'

const PATIENCE = 60_000

/** The database of a stand: that of a URL, which must be empty, else a PostgreSQL of its own. */
export async function openDatabase(given?: string) {
  const server = given === undefined ? await startOwn() : somebodyElses(given)
  const pool = new pg.Pool({ connectionString: server.url, application_name: 'torture', max: 4 })
  // Its connections are cut with everybody else's.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    url: server.url,
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    crash: server.crash,
    /** Waits until it answers again. */
    async heal() {
      const deadline = performance.now() + PATIENCE
      for (;;) {
        const failure = await pool.query('select').then(
          () => undefined,
          (error: Error) => error,
        )
        if (!failure) return
        if (performance.now() > deadline) throw failure
        await sleep(50)
      }
    },
    async close() {
      await pool.end()
      await server.close()
    },
  }
}

/** The server of somebody else, which is left as it is. */
const somebodyElses = (url: string) => ({ url, crash: (_how: NodeJS.Signals) => {}, close: async () => {} })

/** A PostgreSQL that does not sync: the system keeps what it was handed when PostgreSQL alone crashes. */
async function startOwn() {
  const dataDir = makeDataDir()
  const { connection, stop } = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } })
  const { host, port, user, database } = connection
  return {
    url: `postgres:///${database}?${String(new URLSearchParams({ host, port: String(port), user }))}`,
    /** Ends PostgreSQL, which is started again at once. */
    crash: (how: NodeJS.Signals) => void process.kill(postmaster(dataDir).pid, how),
    async close() {
      await stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}
