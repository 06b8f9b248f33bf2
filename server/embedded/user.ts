import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'

export type SystemUser = { name: string; uid: number; gid: number }

/** PostgreSQL refuses to run as root. */
export function databaseUser(cluster: string): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = ownerOf(cluster) ?? findUser('postgres') ?? findUser('nobody')
  if (!user) throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody here')
  return user
}

function ownerOf(folder: string): SystemUser | undefined {
  if (!existsSync(folder)) return undefined
  const { uid, gid } = statSync(folder)
  return uid === 0 ? undefined : { name: `with the id ${uid}`, uid, gid }
}

function findUser(name: string): SystemUser | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined
}

/** Also hides our environment and folder. */
export function asUser(user: SystemUser | undefined) {
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }
  return user ? { uid: user.uid, gid: user.gid, env, cwd: '/' } : { env, cwd: '/' }
}

export function canEnter(folder: string, user: SystemUser | undefined): boolean {
  const { error, status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], asUser(user))
  if (error) throw new Error(`Cannot run programs as the user ${user?.name}: ${error.message}`)
  return status === 0
}

/** The database user can enter but not list it, whatever the umask. */
export function mkdirPassable(folder: string) {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o711)
}
