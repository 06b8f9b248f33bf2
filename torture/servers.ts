import { rmSync } from 'node:fs'
import { isoInMadrid } from '../domain/madrid-time.ts'
import { makeDataDir, startServer, type RunningServer } from '../test/server-process.ts'

const PATIENCE = 60_000

/** Shared by all servers. */
const SECRET = 'the secret of a torture run, the same for all'

type Settings = { DATABASE_URL: string; SMTP_URL: string }

/** Not started yet; `now` survives restarts. */
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

  /** Retries while the database is down. */
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
    /** Of running servers. */
    urls: () => servers.flatMap(({ running }) => running?.url ?? []),
    /** Unexpected exits. */
    fallen,
    start: startPatiently,
    kill: (which: number) => end(which, 'kill'),
    /** Cleans up without waiting. */
    abandon() {
      for (const { running } of servers) running?.child.kill('SIGKILL')
      for (const { dataDir } of servers) rmSync(dataDir, { recursive: true })
    },
    /** Logs of all servers, including exited ones. */
    output: () => [...output, ...servers.flatMap(({ running }) => running?.output() ?? [])].join('\n'),
    async close() {
      await Promise.all(servers.map((_, which) => end(which, 'stop')))
      for (const { dataDir } of servers) rmSync(dataDir, { recursive: true })
    },
  }
}
