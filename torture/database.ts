import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../server/embedded/embedded.ts'
import { makeDataDir, postmaster } from '../test/server-process.ts'

const PATIENCE = 60_000

/** An empty database at the given URL, else an own PostgreSQL. */
export async function openDatabase(given?: string) {
  const server = given === undefined ? await startOwn() : somebodyElses(given)
  const pool = new pg.Pool({ connectionString: server.url, application_name: 'torture', max: 4 })
  // Faults cut these connections too.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    url: server.url,
    query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await pool.query<Row>(text, values)).rows,
    crash: server.crash,
    /** Cleans up without waiting. */
    abandon: server.abandon,
    /** Waits until it answers. */
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

/** Never stopped or changed. */
const somebodyElses = (url: string) => ({
  url,
  crash: (_how: NodeJS.Signals) => {},
  abandon: () => {},
  close: async () => {},
})

/** No sync: the system retains written data if only PostgreSQL crashes. */
async function startOwn() {
  const dataDir = makeDataDir()
  const { connection, stop } = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } })
  const { host, port, user, database } = connection
  const crash = (how: NodeJS.Signals) => void process.kill(postmaster(dataDir).pid, how)
  return {
    url: `postgres:///${database}?${String(new URLSearchParams({ host, port: String(port), user }))}`,
    /** It restarts immediately. */
    crash,
    abandon() {
      const lock = join(dataDir, 'postgres/postmaster.pid')
      if (existsSync(lock)) crash('SIGQUIT')
      // Waits synchronously, because the process is exiting.
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
