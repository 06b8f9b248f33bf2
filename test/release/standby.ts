import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { ensureCluster, findPostmaster, spawnPostgres } from '../../server/embedded/cluster.ts'
import { findPlace, socketFolder, type Place } from '../../server/embedded/place.ts'
import { processesOf } from '../server-process.ts'

const STANDBY = 'standby'

/** A PostgreSQL and a copy that follows it. */
export async function startPair(isSynchronous: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-standby-'))
  // Root starts them as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711)
  const primary = findPlace(folder, folder)
  await ensureCluster(primary, false)
  const cluster = join(folder, STANDBY)
  const standby = { ...primary, cluster, logFile: join(folder, 'standby.log') }
  execFileSync('cp', ['-a', primary.cluster, cluster])
  writeFileSync(join(cluster, 'standby.signal'), '')
  if (primary.user) chownSync(join(cluster, 'standby.signal'), primary.user.uid, primary.user.gid)
  await startPostgres(primary, { synchronous_standby_names: isSynchronous ? STANDBY : '' })
  const following = `host=${socketFolder(primary)} port=5432 user=fairslot application_name=${STANDBY}`
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${following}'\n`)
  await startPostgres(standby)
  const isFollowing = async () =>
    (await ask(primary, `select from pg_stat_replication where state = 'streaming'`)).length > 0
  await vi.waitUntil(isFollowing, { timeout: 20_000 })
  return {
    primary: socketPath(primary),
    standby: socketPath(standby),
    ask: <Row extends pg.QueryResultRow>(which: 'primary' | 'standby', sql: string) =>
      ask<Row>(which === 'primary' ? primary : standby, sql),
    /** Like a power cut. */
    kill: () => kill(primary),
    /** From now on it misses what the other one commits. */
    async stopFollowing() {
      await ask(standby, `alter system set primary_conninfo = ''`)
      await ask(standby, 'select pg_reload_conf()')
      await vi.waitUntil(async () => !(await isFollowing()), { timeout: 20_000 })
    },
    promote: () => ask(standby, 'select pg_promote()'),
    async stop() {
      await Promise.all([kill(primary), kill(standby)])
      rmSync(folder, { recursive: true })
    },
  }
}

const socketPath = (place: Place) => join(socketFolder(place), '.s.PGSQL.5432')

async function startPostgres(place: Place, settings: Record<string, string> = {}) {
  spawnPostgres(place, { fsync: 'off', ...settings })
  await vi.waitUntil(() => findPostmaster(place.cluster)?.isReady, { timeout: 20_000 })
}

async function ask<Row extends pg.QueryResultRow>(place: Place, sql: string): Promise<Row[]> {
  const client = new pg.Client({ host: socketFolder(place), user: 'fairslot', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

async function kill({ cluster }: Place) {
  const pid = findPostmaster(cluster)?.pid
  if (!pid) return
  for (const each of processesOf(pid)) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // One that had only to end has ended.
    }
  }
  await vi.waitUntil(() => !findPostmaster(cluster), { timeout: 10_000 })
}

/** The address of the database, which can move. */
export async function startAddress(first: string) {
  let goal = first
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(goal)
    open.add(client)
    client.pipe(database).pipe(client, { end: false })
    database.on('error', () => {}).on('close', () => open.has(client) && client.destroy())
    client.on('error', () => {}).on('close', () => open.delete(client) && database.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://fairslot@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`,
    /** Connections stay open without an answer, as to a machine without power. */
    cut: () => open.clear(),
    move(next: string) {
      goal = next
    },
    stop: () => void server.close(),
  }
}
