import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makePool } from '../../server/database/connect.ts'
import { startEmbedded } from '../../server/embedded/embedded.ts'
import { migrate } from '../../server/database/migrate.ts'
import { giveBlankCluster } from '../../test/blank-cluster.ts'
import { FOR_NODE, startServer, type RunningServer } from '../../test/server-process.ts'
import { fillHall } from './hall-rows.ts'
import { startProxy } from './proxy.ts'
import type { Place } from './wire.ts'

export type HallSize = { phones: number; boards: number; admins: number }
type Options = HallSize & {
  processes: number
  /** The programs stand behind nginx, as deploy/nginx.conf sets it up. */
  isBehindNginx: boolean
  /** Without what makes sure that nothing is lost when the machine fails: to see whether all is right, not how fast. */
  isQuick?: boolean
  /** For Node, which runs the programs: such as --cpu-prof. */
  nodeOptions?: string | undefined
}

/** One moment of the running service: sums since its start, and its memory. */
export type Meter = {
  at: number
  /** Of all programs, in milliseconds of a processor. */
  cpuMs: number
  databaseMs: number
  proxyMs: number
  /** Of the largest program, in bytes. */
  resident: number
  heap: number
  statements: number
  commits: number
  connections: number
}

const PAGE = join(import.meta.dirname, '../../dist/web/index.html')

/** The real program, as often as wanted, on one PostgreSQL that writes to disk as in earnest. */
export async function openHall({ processes, isBehindNginx, isQuick = false, nodeOptions, ...size }: Options) {
  // Boards ask for the page each minute; without one a hall would be quicker than any.
  if (!isQuick && !existsSync(PAGE)) throw new Error('There is no page to serve: npm run vite build')
  await using starting = new AsyncDisposableStack()
  const dataDir = mkdtempSync(join(tmpdir(), 'fairslot-hall-'))
  starting.defer(() => rmSync(dataDir, { recursive: true }))
  // Root starts the database as another user, who must be able to pass.
  chmodSync(dataDir, 0o711)
  const settings = { shared_preload_libraries: 'pg_stat_statements', ...(isQuick && { fsync: 'off' }) }
  if (isQuick) await giveBlankCluster(dataDir)
  const embedded = await startEmbedded({ dataDir, log: () => {}, settings })
  starting.defer(() => embedded.stop())
  const pool = makePool({ ...embedded.connection, max: 3 }, () => {})
  starting.defer(() => pool.end())
  await migrate(pool)
  await pool.query('create extension pg_stat_statements')
  const rows = await fillHall(pool, size)
  const { rows: backend } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = processOf(backend[0]!.pid)?.parent
  const { host, port, user, database } = embedded.connection
  const start = () =>
    startServer({
      DATABASE_URL: `postgres:///${database}?${String(new URLSearchParams({ host, port: String(port), user }))}`,
      DATA_DIR: dataDir,
      DEMO: '0',
      CLOCK_START: '2026-11-20T08:50:00+01:00',
      LOG_LEVEL: 'warn',
      ...(isBehindNginx && { TRUST_PROXY: '127.0.0.1' }),
      ...(nodeOptions && { NODE_OPTIONS: `${FOR_NODE['NODE_OPTIONS']} ${nodeOptions}` }),
    })
  const servers: RunningServer[] = []
  // One after the other: the first one makes the administrator.
  for (let n = 0; n < processes; n += 1) {
    const server = await start()
    starting.defer(async () => void (await server.stop()))
    servers.push(server)
  }
  const own = servers.map(({ url }) => ({ host: '127.0.0.1', port: Number(new URL(url).port) }))
  const proxy = isBehindNginx ? await startProxy(own) : undefined
  starting.defer(async () => proxy?.stop())
  const running = starting.move()

  return {
    rows,
    pool,
    places: proxy ? [proxy.place] : own,
    said: () => servers.map((server) => server.output()).join(''),
    async meter(): Promise<Meter> {
      const each = await Promise.all(own.map(readMetrics))
      const sum = (name: string) => each.reduce((all, metrics) => all + (metrics.get(name) ?? 0), 0)
      const largest = (name: string) => Math.max(...each.map((metrics) => metrics.get(name) ?? 0))
      const { rows: counted } = await pool.query<{ calls: string; commits: string }>(
        `select sum(calls) as calls, sum(calls) filter (where query ~* '^commit') as commits
        from pg_stat_statements`,
      )
      return {
        at: performance.now(),
        cpuMs: sum('process_cpu_seconds_total') * 1000,
        databaseMs: postmaster === undefined ? NaN : cpuOfChildren(postmaster),
        proxyMs: proxy === undefined ? 0 : cpuOfChildren(proxy.pid),
        resident: largest('process_resident_memory_bytes'),
        heap: largest('nodejs_heap_size_used_bytes'),
        statements: Number(counted[0]!.calls),
        commits: Number(counted[0]!.commits),
        connections: sum('fairslot_connections'),
      }
    },
    /** The statements that were sent most often since they were counted last. */
    async countStatements() {
      const { rows: counted } = await pool.query<{ calls: string; ms: number; query: string }>(
        `select calls, total_exec_time as ms, regexp_replace(query, '[[:space:]]+', ' ', 'g') as query
        from pg_stat_statements order by calls desc limit 20`,
      )
      await pool.query('select pg_stat_statements_reset()')
      return counted
    },
    close: () => running.disposeAsync(),
  }
}

async function readMetrics({ host, port }: Place): Promise<Map<string, number>> {
  const answer = await fetch(`http://${host}:${port}/metrics`)
  const text = await answer.text()
  if (!answer.ok) {
    // A program that cannot keep up refuses everybody.
    await wait(500)
    return readMetrics({ host, port })
  }
  const lines = text.split('\n').filter((line) => !line.startsWith('#'))
  return new Map(lines.map((line) => [line.split(' ')[0]!, Number(line.split(' ')[1])]))
}

const TICK_MS = 10

/** A process as Linux knows it; undefined where there is no such folder. */
function processOf(pid: number | string): { parent: number; cpuMs: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ').map(Number)
    const [own, children] = [fields[11]! + fields[12]!, fields[13]! + fields[14]!]
    return { parent: fields[1]!, cpuMs: (own + children) * TICK_MS }
  } catch {
    return undefined
  }
}

/** The processor time of a process and of its children, those that have ended included. */
function cpuOfChildren(parent: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = all.map(processOf).filter((each) => each?.parent === parent)
  return children.reduce((sum, each) => sum + each!.cpuMs, processOf(parent)?.cpuMs ?? 0)
}
