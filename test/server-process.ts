import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import type { Schedule } from '../contract/schedule.ts'
import { giveBlankCluster } from './blank-cluster.ts'

const ROOT = join(import.meta.dirname, '..')
const MAIN = join(ROOT, 'server/main.ts')
// The project's own Node, whatever runs the tests.
const RUNTIME = join(ROOT, 'scripts/node')
// A run starts a hundred servers, each of which would compile the same modules: a third of the work of its start.
/** As it is started in earnest. */
export const FOR_NODE = parseEnv(readFileSync(join(ROOT, 'deploy/runtime.env'), 'utf8'))
const SURROUNDINGS = {
  ...FOR_NODE,
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
}
const REHEARSAL = '2026-11-20T06:00:00+01:00'
export const ADMIN_PASSWORD = 'a long enough password'

export type RunningServer = {
  url: string
  child: ChildProcess
  output(): string
  /** Ends it as its owner would at a terminal, which is quicker than as a supervisor would; answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

/** A fresh DATA_DIR. Root starts the database as another user, who must be able to pass. */
export function makeDataDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'fairslot-process-'))
  chmodSync(dir, 0o711)
  return dir
}

/** Starts the real server as `npm start` would, on a free port, on a rehearsal morning. */
export function launch(env: Record<string, string>) {
  const child = spawn(RUNTIME, [MAIN], {
    env: { ...SURROUNDINGS, PORT: '0', ADMIN_PASSWORD, CLOCK_START: REHEARSAL, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listening = Promise.withResolvers<string>()
  const read = (chunk: unknown) => {
    output += String(chunk)
    const url = /Visitors\s+(https?:\S+?)\/?\s/.exec(output)?.[1]
    if (url) listening.resolve(url)
  }
  child.stdout.on('data', read)
  child.stderr.on('data', read)
  // The streams have ended too by then, so that the output is whole.
  const exit = once(child, 'close') as Promise<[number | null]>
  void exit.then(() => listening.reject(new Error(`The server ended before it was ready: ${output}`)))
  // A caller that only waits for the exit need not handle this rejection.
  listening.promise.catch(() => {})
  return { child, output: () => output, exit, url: listening.promise }
}

/** Starts a server and waits until it says that it is ready. */
export async function startServer(env: Record<string, string>): Promise<RunningServer> {
  if (env['DATA_DIR'] && !env['DATABASE_URL']) await giveBlankCluster(env['DATA_DIR'])
  const { child, output, exit, url } = launch(env)
  return {
    url: await url,
    child,
    output,
    async stop(signal = 'SIGINT') {
      child.kill(signal)
      return (await exit)[0]
    },
    async kill() {
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** Looks into the embedded database beside the server. */
export async function query<Row extends pg.QueryResultRow>(dataDir: string, sql: string): Promise<Row[]> {
  const { socketFolder, port } = postmaster(dataDir)
  const client = new pg.Client({ host: socketFolder, port, user: 'fairslot', database: 'fairslot' })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** PostgreSQL's record of itself: its process id, and the port and socket folder that it listens on. */
export function postmaster(dataDir: string) {
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), socketFolder: lines[4]! }
}

/** A signed-in visitor's calls over HTTP. */
export async function signIn(url: string, member: { phone: string; name: string }) {
  const login = await fetch(`${url}/api/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(member),
  })
  if (login.status !== 200) throw new Error(`login answered ${login.status}`)
  const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
  return {
    cookie,
    get: async (path: string) => (await fetch(url + path, { headers: { cookie } })).json(),
    post: (path: string, body: object) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      }),
  }
}

/** Bookings of each free meeting slot of the first day, under a key of its own. */
export async function wishesFor(visitor: Awaited<ReturnType<typeof signIn>>) {
  const [day] = (await visitor.get('/api/user/event-dates/')) as { id: number; date: string }[]
  const schedule = (await visitor.get(`/api/user/schedule/?date=${day!.date}`)) as Schedule
  const visiting = { title: '회의', company: '한빛전자', name: '박지민', manager_name: '김도윤' }
  const party = { ...visiting, phone: '010-2345-6789', count: 1 }
  return schedule.room_schedule.flatMap(({ room, time_slots }) =>
    time_slots
      .filter((slot) => slot.is_available)
      .map(({ id: slot_id }) => {
        const time = { room_id: room.id, time_slots: [{ available_room_id: slot_id, duration: 10 }] }
        const body = { ...time, event_date_id: day!.id, visitor: party }
        return { slot_id, key: `slot ${slot_id}`, body }
      }),
  )
}
