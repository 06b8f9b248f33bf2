import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import type { Schedule } from '../contract/schedule.ts'
import { giveBlankCluster } from './blank-cluster.ts'
import { makeScratchFolder } from './scratch.ts'

const ROOT = join(import.meta.dirname, '..')
const MAIN = join(ROOT, 'server/main.ts')
const RUNTIME = join(ROOT, 'scripts/node')
// A run starts a hundred servers; without a compile cache, each would compile the same modules.
/** The settings of a deployment. */
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
  /** SIGINT by default, which is quicker than SIGTERM. Returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** SIGKILL, like a power cut. */
  kill(): Promise<void>
}

/** Root starts the database as another user, who must be able to enter the folder. */
export function makeDataDir(): string {
  const dir = makeScratchFolder('fairslot-process-')
  chmodSync(dir, 0o711)
  return dir
}

const running = new Set<ChildProcess>()
// A test that fails may not come to its end.
process.once('exit', () => running.forEach((child) => child.kill('SIGINT')))

/** Like `npm start`, on a free port, on the morning of a rehearsal. */
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
  // 'close' comes after the streams have ended, so the output is complete.
  const exit = once(child, 'close') as Promise<[number | null]>
  running.add(child)
  child.once('close', () => running.delete(child))
  void exit.then(() => listening.reject(new Error(`The server ended before it was ready: ${output}`)))
  // A caller that only waits for the exit need not handle this rejection.
  listening.promise.catch(() => {})
  return { child, output: () => output, exit, url: listening.promise }
}

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

/** Queries the embedded database directly. */
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

/** PostgreSQL's process id, port and socket folder. */
export function postmaster(dataDir: string) {
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]), socketFolder: lines[4]! }
}

/** PostgreSQL and every process of it. */
export function processesOf(parent: number): number[] {
  const isChild = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === String(parent)
    } catch {
      return false
    }
  }
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isChild(name))
  return [parent, ...children.map(Number)]
}

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

export async function wishesFor(visitor: Pick<Awaited<ReturnType<typeof signIn>>, 'get'>) {
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
