import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { environmentWith } from '../../server/env.ts'
import { makeFolder } from './postgres.ts'

const NOW = '2026-11-20T06:00:00+01:00'
export const TODAY = NOW.slice(0, 10)
const ADMIN = { name: 'admin', password: 'a long enough password' }
const ROOT = join(import.meta.dirname, '../..')
const PATIENCE_MS = 60_000

export type Service = Awaited<ReturnType<typeof startService>>

/** Starts the service as in production, in a process of its own, on a database that may be empty. */
export async function startService(database: string) {
  const dataDir = makeFolder()
  const log = join(dataDir, 'log')
  const output = openSync(log, 'w')
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env: environmentWith({
      NODE_COMPILE_CACHE: join(ROOT, '.cache/compiled'),
      ...parseEnv(readFileSync(join(ROOT, 'deploy/runtime.env'), 'utf8')),
      ADMIN_NAME: ADMIN.name,
      ADMIN_PASSWORD: ADMIN.password,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: database,
      CLOCK_START: NOW,
      DEMO: '1',
    }),
    // A file takes the printed mails; a pipe would need a reader. The channel ends the child with this process.
    stdio: ['ignore', output, output, 'ipc'],
  })
  closeSync(output)
  const origin = await whenReady(child, log)
  return {
    origin,
    port: Number(new URL(origin).port),
    pid: child.pid!,
    async close() {
      child.kill('SIGINT')
      if (child.exitCode === null) await once(child, 'exit')
      rmSync(dataDir, { recursive: true })
    },
  }
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

/** Signs an administrator in, and returns the headers of their calls. */
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
