import { rmSync } from 'node:fs'
import { isoInMadrid } from '../domain/madrid-time.ts'
import { makeDataDir, startServer, type RunningServer } from '../test/server-process.ts'

const PATIENCE = 60_000

/** Of all servers on the one database. */
const SECRET = 'the secret of a torture run, the same for all'

type Settings = { DATABASE_URL: string; SMTP_URL: string }

/** Servers that share a database, not started yet. Their clock is `now`, also when one starts anew. */
export function makeServers(count: number, settings: Settings, now: () => number) {
  const servers = Array.from({ length: count }, () => ({
    dataDir: makeDataDir(),
    running: undefined as RunningServer | undefined,
  }))
  const output: string[] = []
  const fallen: string[] = []

  async function start(which: number) {
    const clock = { CLOCK_START: isoInMadrid(now()) }
    const env = { DATA_DIR: servers[which]!.dataDir, SECRET, LOG_LEVEL: 'warn', ...settings, ...clock }
    const running = await startServer(env)
    servers[which]!.running = running
    running.child.once('exit', () => {
      if (servers[which]!.running !== running) return
      fallen.push(`server ${which}: ${running.output().slice(-2_000)}`)
    })
  }

  /** Starts one, again while the database is away. */
  async function startPatiently(which: number) {
    const deadline = performance.now() + PATIENCE
    for (;;) {
      const failure = await start(which).then(
        () => undefined,
        (error: Error) => error,
      )
      if (!failure) return
      output.push(failure.message)
      if (performance.now() > deadline) throw failure
    }
  }

  async function end(which: number, how: 'stop' | 'kill') {
    const { running } = servers[which]!
    servers[which]!.running = undefined
    await running?.[how]()
    if (running) output.push(running.output())
  }

  return {
    count,
    /** The addresses of those that run. */
    urls: () => servers.flatMap(({ running }) => running?.url ?? []),
    /** Those that ended although nobody had ended them. */
    fallen,
    start: startPatiently,
    kill: (which: number) => end(which, 'kill'),
    /** Ends all and leaves nothing behind, when there is no time left to wait for anything. */
    abandon() {
      for (const { running } of servers) running?.child.kill('SIGKILL')
      for (const { dataDir } of servers) rmSync(dataDir, { recursive: true })
    },
    /** The log of all, of those that are gone too. */
    output: () => [...output, ...servers.flatMap(({ running }) => running?.output() ?? [])].join('\n'),
    async close() {
      await Promise.all(servers.map((_, which) => end(which, 'stop')))
      for (const { dataDir } of servers) rmSync(dataDir, { recursive: true })
    },
  }
}
