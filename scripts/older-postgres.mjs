import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const installations = '/usr/lib/postgresql'

/** Binaries of the oldest installed PostgreSQL that the server supports. */
export function findOlderPostgres() {
  if (!existsSync(installations)) return undefined
  const version = readdirSync(installations)
    .map(Number)
    .filter((number) => number >= 15 && existsSync(join(installations, String(number), 'bin/initdb')))
    .sort((a, b) => a - b)[0]
  return version && { version, bin: join(installations, String(version), 'bin') }
}

/** A temporary cluster: superuser by private socket, or also encrypted TCP with `tls` (certificate and key). */
export async function startOlderPostgres(bin, tls) {
  const user = process.getuid() === 0 ? findUser('postgres') : {}
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-older-'))
  chmodSync(folder, 0o700)
  if (user.uid) chownSync(folder, user.uid, user.gid)
  const options = { ...user, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } }
  const cluster = join(folder, 'cluster')
  const args = ['-D', cluster, '-U', 'fairslot', '--auth=trust', '--locale=C.UTF-8', '--no-sync']
  const created = spawnSync(join(bin, 'initdb'), args, { ...options, encoding: 'utf8' })
  if (created.status !== 0) throw new Error(`initdb has failed: ${created.error?.message ?? created.stderr}`)

  const settings = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    max_connections: '200',
    ...(tls && encryptedAt(tls, cluster, user)),
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
  const where = new URLSearchParams({ host: folder, port: settings.port, user: 'fairslot' })
  return { url: `postgresql:///postgres?${where}`, stop }
}

function encryptedAt({ port, certificate, key }, cluster, user) {
  const files = { ssl_cert_file: certificate, ssl_key_file: key }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(cluster, name), text, { mode: 0o600 })
    if (user.uid) chownSync(join(cluster, name), user.uid, user.gid)
  }
  const named = Object.fromEntries(Object.keys(files).map((name) => [name, join(cluster, name)]))
  return { listen_addresses: '127.0.0.1', port: String(port), ssl: 'on', ...named }
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
