import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PORT, type Place, socketFolder } from './place.ts'
import { asUser } from './user.ts'

export const SUPERUSER = 'fairslot'
const LARGEST_LOG = 1_000_000
const STOP_PATIENCE = 10_000

/** Returns whether the cluster is new. */
export async function ensureCluster(place: Place, durable: boolean): Promise<boolean> {
  const { cluster, binaries } = place
  if (!existsSync(join(cluster, 'PG_VERSION'))) {
    refuseStrangeFiles(cluster)
    await createCluster(place, durable)
    return true
  }
  const major = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (major !== binaries.major) {
    throw new Error(
      `The database in ${cluster} was made by PostgreSQL ${major} and this is ${binaries.major}. ` +
        '1. With the release of Fairslot that made it: fairslot backup event.tar.gz. ' +
        `2. Move ${cluster} away. 3. With this release: fairslot restore event.tar.gz.`,
    )
  }
  makeOwner(place)
  return false
}

function refuseStrangeFiles(cluster: string) {
  if (existsSync(cluster) && readdirSync(cluster).length > 0) {
    throw new Error(`${cluster} has files but no database: move them, or restore the database`)
  }
}

/** Renamed when complete, so that a killed initdb leaves nothing behind. */
async function createCluster({ cluster, binaries, user }: Place, durable: boolean) {
  const parent = dirname(cluster)
  for (const name of readdirSync(parent)) removeAbandoned(join(parent, name))
  const unfinished = `${cluster}.new-${process.pid}`
  mkdirSync(unfinished, { mode: 0o700 })
  if (user) chownSync(unfinished, user.uid, user.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = [`--pgdata=${unfinished}`, `--username=${SUPERUSER}`, '--auth=trust', ...locale]
  if (!durable) args.push('--no-sync')
  try {
    await promisify(execFile)(binaries.initdb, args, asUser(user))
    renameSync(unfinished, cluster)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (existsSync(join(cluster, 'PG_VERSION'))) return
    const { stderr = '', message } = error as Error & { stderr?: string }
    const reason = stderr.split('\n').find((line) => /error|fatal/i.test(line)) ?? message.split('\n')[0]
    throw new Error(`The database could not be created in ${parent}: ${reason}`, { cause: error })
  }
}

function removeAbandoned(path: string) {
  const pid = Number(/\.new-(\d+)$/.exec(path)?.[1])
  if (pid && (pid === process.pid || !isAlive(pid))) rmSync(path, { recursive: true, force: true })
}

/** PostgreSQL needs its own user as owner; root may have unpacked this from a backup. */
function makeOwner({ cluster, user }: Place) {
  const { uid } = statSync(cluster)
  if (user && uid !== user.uid) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, cluster])
  if (!user && uid !== process.getuid!()) {
    throw new Error(
      `The database in ${cluster} belongs to another user (id ${uid}): start as root or as that user`,
    )
  }
}

/** Returns the size of the log, after renaming a large one. */
export function rotateLog({ logFile }: Place): number {
  const size = existsSync(logFile) ? statSync(logFile).size : 0
  if (size <= LARGEST_LOG) return size
  renameSync(logFile, `${logFile}.1`)
  return 0
}

/** Detached: Ctrl-C reaches only us, and we stop it last. */
export function spawnPostgres(place: Place, settings: Record<string, string>): ChildProcess {
  const { cluster, binaries, logFile, user } = place
  const log = openSync(logFile, 'a', 0o600)
  const all = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${socketFolder(place).replaceAll('"', '""')}"`,
    max_connections: '100',
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The server reports statement errors without their values.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...settings,
  }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', cluster, ...args], {
    ...asUser(user),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  return child
}

type Postmaster = { pid: number; socketFolder: string; isReady: boolean }

/** Undefined if the pid file is left over. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readLines(join(cluster, 'postmaster.pid'))
  const pid = Number(lines[0])
  if (!pid || !isPostmasterOf(pid, cluster)) return undefined
  return { pid, socketFolder: lines[4] || cluster, isReady: lines[7]?.trim() === 'ready' }
}

/** The process ends shortly after its pid file. */
export async function stopPostgres(cluster: string) {
  const running = findPostmaster(cluster)
  if (!running) return
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    sendSignal(running.pid, signal)
    const deadline = performance.now() + STOP_PATIENCE
    while (performance.now() < deadline) {
      if (!isPostmasterOf(running.pid, cluster)) return
      await sleep(10)
    }
  }
  throw new Error(`PostgreSQL in ${cluster} could not be stopped`)
}

/** PostgreSQL ignores a dead pid, but not one that was reused. */
export function removeStaleLocks(place: Place) {
  const files = [join(place.cluster, 'postmaster.pid'), join(socketFolder(place), `.s.PGSQL.${PORT}.lock`)]
  for (const file of files) {
    const pid = Math.abs(Number(readLines(file)[0]))
    if (pid && isAlive(pid) && !isPostmasterOf(pid, place.cluster)) rmSync(file, { force: true })
  }
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return stdout.includes(cluster)
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    // Root in a container may not read other processes' cwd. The command line is empty for a dead process.
    return readLines(`/proc/${pid}/cmdline`)[0]?.split('\0').includes(cluster) ?? false
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}
