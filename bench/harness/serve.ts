import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { environmentWith } from '../../server/env.ts'
import { makeFolder } from './postgres.ts'

export const NOW = '2026-11-20T06:00:00+01:00'
export const TODAY = NOW.slice(0, 10)
export const ADMIN = { name: 'admin', password: 'a long enough password' }
const PATIENCE_MS = 60_000

export type Service = Awaited<ReturnType<typeof startService>>

/**
 * Starts the service of a checkout as it is served in earnest, in a process of its own, on a database that may be empty. Its
 * clock begins at `now`.
 */
export async function startService(checkout: string, database: string, now = NOW) {
  const dataDir = makeFolder()
  const log = join(dataDir, 'log')
  const output = openSync(log, 'w')
  const settings = { PORT: '0', DATA_DIR: dataDir, DATABASE_URL: database, CLOCK_START: now, DEMO: '1' }
  const child = spawn(runtimeOf(checkout), [join(checkout, 'server/main.ts')], {
    cwd: checkout,
    env: environmentWith({
      NODE_COMPILE_CACHE: join(checkout, '.cache/compiled'),
      ...forNode(checkout),
      ADMIN_NAME: ADMIN.name,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    }),
    // A file takes what it prints of each mail; a pipe would have to be read by somebody who measures.
    // The channel ends it when this process is killed.
    stdio: ['ignore', output, output, 'ipc'],
  })
  closeSync(output)
  const origin = await whenReady(child, log)
  return {
    origin,
    port: Number(new URL(origin).port),
    pid: child.pid!,
    dataDir,
    async close() {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(dataDir, { recursive: true })
    },
  }
}

/** The Node that a checkout brings along, else the one that runs this. */
function runtimeOf(checkout: string): string {
  const own = join(checkout, 'scripts/node')
  return existsSync(own) ? own : process.execPath
}

/** How a checkout wants Node to run it; one of a release that did not say so has no such file. */
function forNode(checkout: string) {
  const file = join(checkout, 'deploy/runtime.env')
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

async function whenReady(child: { exitCode: number | null; kill(): void }, log: string): Promise<string> {
  const deadline = performance.now() + PATIENCE_MS
  while (child.exitCode === null && performance.now() < deadline) {
    const url = /Visitors\s+(https?:\S+?)\/?\s/.exec(readFileSync(log, 'utf8'))?.[1]
    if (url) return url.replace('localhost', '127.0.0.1')
    await wait(20)
  }
  child.kill()
  throw new Error(`The service did not start:\n${readFileSync(log, 'utf8')}`)
}

/** Signs an administrator in, as the login does; the headers of their calls. */
export async function signInAdmin(origin: string): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/api/admin/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  if (answer.status !== 200) throw new Error(`the administrator's login answered ${answer.status}`)
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)
  const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))!.slice('csrftoken='.length)
  return { cookie: cookies.join('; '), 'x-csrftoken': decodeURIComponent(csrf) }
}
