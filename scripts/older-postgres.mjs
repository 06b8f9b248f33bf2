import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const installations = '/usr/lib/postgresql'

/** The binaries of the oldest installed PostgreSQL that the server supports, if there is one. */
export function findOlderPostgres() {
  if (!existsSync(installations)) return undefined
  const version = readdirSync(installations)
    .map(Number)
    .filter((number) => number >= 15 && existsSync(join(installations, String(number), 'bin/initdb')))
    .sort((a, b) => a - b)[0]
  return version && { version, bin: join(installations, String(version), 'bin') }
}

/** A throw-away cluster on a private socket; `url` opens it as its superuser. */
export async function startOlderPostgres(bin) {
  const user = process.getuid() === 0 ? findUser('postgres') : {}
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-older-'))
  chmodSync(folder, 0o700)
  if (user.uid) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }
  const cluster = join(folder, 'cluster')
  const args = [
    '-D',
    cluster,
    '-U',
    'fairslot',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]
  const created = spawnSync(join(bin, 'initdb'), args, { ...options, encoding: 'utf8' })
  if (created.status !== 0) throw new Error(`initdb has failed: ${created.error?.message ?? created.stderr}`)

  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: '200',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, ...flags], { ...options, stdio: 'ignore' })
  const isRunning = () => server.exitCode === null && server.signalCode === null
  const isReady = () => readStatus(cluster) === 'ready'
  const deadline = performance.now() + 30_000
  while (!isReady() && isRunning() && performance.now() < deadline) await sleep(20)
  if (!isReady()) throw new Error(`${bin}/postgres did not start`)

  const stop = async () => {
    server.kill('SIGINT')
    while (isRunning()) await sleep(20)
    rmSync(folder, { recursive: true })
  }
  return { url: `postgresql:///postgres?${new URLSearchParams({ host: folder, user: 'fairslot' })}`, stop }
}

function readStatus(cluster) {
  const file = join(cluster, 'postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n')[7]?.trim() : undefined
}

function findUser(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  if (!line) throw new Error(`There is no user ${name} to run PostgreSQL as`)
  const [, , uid, gid] = line.split(':').map(Number)
  return { uid, gid }
}
