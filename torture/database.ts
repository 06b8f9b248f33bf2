import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../server/embedded/embedded.ts'
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
    /** Ends it and leaves nothing behind, when there is no time left to wait for anything. */
    abandon: server.abandon,
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
const somebodyElses = (url: string) => ({
  url,
  crash: (_how: NodeJS.Signals) => {},
  abandon: () => {},
  close: async () => {},
})

/** A PostgreSQL that does not sync: the system keeps what it was handed when PostgreSQL alone crashes. */
async function startOwn() {
  const dataDir = makeDataDir()
  const { connection, stop } = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } })
  const { host, port, user, database } = connection
  const crash = (how: NodeJS.Signals) => void process.kill(postmaster(dataDir).pid, how)
  return {
    url: `postgres:///${database}?${String(new URLSearchParams({ host, port: String(port), user }))}`,
    /** Ends PostgreSQL, which is started again at once. */
    crash,
    abandon() {
      const lock = join(dataDir, 'postgres/postmaster.pid')
      if (existsSync(lock)) crash('SIGQUIT')
      // It writes until it has ended, and nothing else happens in this process any more.
      const pause = new Int32Array(new SharedArrayBuffer(4))
      for (let looks = 0; existsSync(lock) && looks < 250; looks += 1) Atomics.wait(pause, 0, 0, 20)
      rmSync(dataDir, { recursive: true })
    },
    async close() {
      await stop()
      rmSync(dataDir, { recursive: true })
    },
  }
}
