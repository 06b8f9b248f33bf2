import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePorts, isListening } from '../nginx.ts'

const PROGRAM = '/usr/sbin/pgbouncer'
export const hasPgbouncer = existsSync(PROGRAM)

/** Fewer than one server's connections, so that they have to share. */
const SESSIONS = 4

/** A pooler in transaction mode before the PostgreSQL whose socket is in this folder. */
export async function startPgbouncer(socketFolder: string) {
  const [port] = (await findFreePorts(1)) as [number]
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-pgbouncer-'))
  // It refuses to run as root; PostgreSQL's user can enter the folder of the socket.
  const { uid, gid } = statSync(socketFolder)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${socketFolder} port=5432 user=fairslot
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SESSIONS}
max_client_conn = 200
server_login_retry = 1
`,
  )
  chmodSync(folder, 0o755)
  chownSync(file, uid, gid)
  const child = spawn(PROGRAM, ['--quiet', file], { uid, gid, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let output = ''
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer has ended: ${output}`)
    await sleep(20)
  }
  return {
    url: (database: string) => `postgres://fairslot@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'close')
      rmSync(folder, { recursive: true })
    },
  }
}
