import { type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostmaster, removeStaleLocks, rotateLog, spawnPostgres, SUPERUSER } from './cluster.ts'
import { PORT, type Place, socketFolder } from './place.ts'

export type Owner = { client: pg.Client; host: string }

export const DATABASE = 'fairslot'
const OWNER_LOCK = '7013170321'
const OWNER_NAME = 'fairslot owner, process '
const LOCK_PATIENCE = 3_000
const START_PATIENCE = 120_000

/** The lock prevents two servers on one cluster. */
export async function own(place: Place, settings: Record<string, string>): Promise<Owner> {
  const owner = await connectOrStart(place, settings)
  try {
    await takeOwnerLock(owner.client, place.dataDir)
    await createDatabase(owner.client)
    return owner
  } catch (error) {
    await owner.client.end()
    // The previous owner was stopping it.
    if (wasShutDown(error)) return own(place, settings)
    throw error
  }
}

const wasShutDown = (error: unknown) =>
  /terminat|ECONNRESET|EPIPE|not queryable/.test((error as Error).message) ||
  ['57P01', '57P02', '57P03'].includes((error as { code?: string }).code ?? '')

/** A postmaster that outlived its server is not restarted. */
async function connectOrStart(place: Place, settings: Record<string, string>): Promise<Owner> {
  const deadline = performance.now() + START_PATIENCE
  let child: Child | undefined
  let problem = 'it is still starting'
  while (performance.now() < deadline) {
    const running = findPostmaster(place.cluster)
    if (running && !running.isReady) {
      await sleep(10)
      continue
    }
    const host = running?.socketFolder ?? socketFolder(place)
    const answer = await connect(host)
    if (answer instanceof pg.Client) return { client: answer, host }
    problem = answer.message
    if (child && hasEnded(child.process)) {
      refuseIfFatal(child, place.logFile)
      child = undefined
      await sleep(200)
    } else if (!child && !running && isNobodyThere(answer)) {
      child = startChild(place, settings)
    }
    await sleep(10)
  }
  throw new Error(`The PostgreSQL of DATA_DIR ${place.dataDir} does not answer: ${problem}`)
}

/** A server that answers stays untouched, even one in another container. */
const isNobodyThere = ({ code }: NodeJS.ErrnoException) => code === 'ENOENT' || code === 'ECONNREFUSED'

async function connect(host: string): Promise<pg.Client | NodeJS.ErrnoException> {
  const client = new pg.Client({
    host,
    port: PORT,
    user: SUPERUSER,
    database: 'postgres',
    ssl: false,
    application_name: OWNER_NAME + process.pid,
    connectionTimeoutMillis: 5_000,
  })
  // An unhandled error would end the process; 'end' reports the lost connection.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

type Child = { process: ChildProcess; logStart: number; failure?: string }

function startChild(place: Place, settings: Record<string, string>): Child {
  removeStaleLocks(place)
  const logStart = rotateLog(place)
  const child: Child = { process: spawnPostgres(place, settings), logStart }
  child.process.once('error', (error) => (child.failure = error.message))
  return child
}

const hasEnded = ({ exitCode, signalCode, pid }: ChildProcess) =>
  exitCode !== null || signalCode !== null || pid === undefined

/** Ignored if another process was first, or a killed one is still ending. */
function refuseIfFatal({ failure, logStart }: Child, logFile: string) {
  const lines = readFileSync(logFile).subarray(logStart).toString().split('\n')
  const fatal =
    failure ?? lines.findLast((line) => /FATAL|PANIC/.test(line))?.replace(/^.*?(FATAL|PANIC): +/, '')
  if (fatal && /lock file|shared memory block/.test(fatal)) return
  throw new Error(`PostgreSQL did not start: ${fatal ?? lines.findLast(Boolean) ?? 'no output'} (${logFile})`)
}

/** The connection of a killed server needs time to disappear. */
async function takeOwnerLock(client: pg.Client, dataDir: string) {
  const deadline = performance.now() + LOCK_PATIENCE
  while (!(await tryLock(client))) {
    if (performance.now() > deadline) throw new Error(await inUse(client, dataDir))
    await sleep(50)
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_lock(${OWNER_LOCK}) as taken`,
  )
  return rows[0]!.taken
}

async function inUse(client: pg.Client, dataDir: string): Promise<string> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and starts_with(application_name, '${OWNER_NAME}')`,
  )
  const pid = rows[0]?.application_name.slice(OWNER_NAME.length) ?? 'unknown'
  return `DATA_DIR ${dataDir} is in use by another Fairslot server (process ${pid}): stop it, or set another DATA_DIR`
}

async function createDatabase(client: pg.Client) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`create database ${DATABASE}`)
}
