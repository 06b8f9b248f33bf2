// fairslot rehearse 2026-11-24T09:00 [--dir FOLDER] [--port PORT] [--keep]: rehearses a day on a copy.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { instantOf, isoInMadrid, isDate, isTime } from '../../domain/madrid-time.ts'
import { claimRehearsal } from '../backup/rehearsal-claim.ts'
import { checkRestorable, restoreBackup } from '../backup/restore-backup.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { writeWholeFile } from '../backup/whole-file.ts'
import { deviceClock } from '../clock.ts'
import { findRunning } from '../embedded/embedded.ts'
import { readableFailure } from '../database/readable-failure.ts'
import { commandLine, environmentWith, readEnv, type Env } from '../env.ts'
import { joinDatabase, onStopSignal, openDatabase } from '../open-database.ts'
import { readSecret, replaceSecret } from '../secret.ts'

const USAGE = commandLine('rehearse', '2026-11-24T09:00 [--dir FOLDER] [--port PORT] [--keep]')
const MAIN = join(import.meta.dirname, '../main.ts')

const say = (line: string) => console.log(line)
const noLog = () => {}

function readBeginning(text: string): string {
  const wall = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/.exec(text)
  const isWall = wall !== null && isDate(wall[1]!) && isTime(wall[2]!)
  const instant = isWall
    ? instantOf(wall[1]!, wall[2]!)
    : wall
      ? null
      : readEnv({ CLOCK_START: text }).clock_start
  if (instant == null) throw new Error(`"${text}" is not a valid time in Madrid.`)
  return isoInMadrid(instant)
}

/** Without queued mails, sessions and phones: a rehearsal contacts nobody. */
async function copyEvent(live: Env, copy: Env, signal: AbortSignal) {
  const file = join(copy.data_dir, 'event.tar.gz')
  mkdirSync(copy.data_dir, { recursive: true })
  // Lets the database user enter.
  chmodSync(copy.data_dir, 0o711)
  const source = await joinDatabase(live, noLog)
  try {
    const facts = { dataDir: live.data_dir, secret: readSecret(live), now: deviceClock(), signal }
    const { connection } = source
    await writeWholeFile(file, (target) => takeBackup({ connection, ...facts }, target))
  } finally {
    await source.stop()
  }
  const goal = await openDatabase(copy, noLog)
  try {
    await restoreBackup({
      connection: goal.connection,
      file,
      manifest: await checkRestorable(file, noLog),
      dataDir: copy.data_dir,
      replace: false,
      log: noLog,
      takeSecret: (secret) => copy.secret ?? replaceSecret(copy.data_dir, secret),
      finish: async (client) => {
        await client.query(`
          delete from mails where status = 'queued'; delete from sessions; delete from push_subscriptions;
          update webhooks set is_on = false; delete from webhook_deliveries; delete from api_tokens`)
      },
    })
  } finally {
    await goal.stop()
  }
  rmSync(file)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Its database may be outside the folder and still run. */
async function removeCopy(copy: Env) {
  const pointer = join(copy.data_dir, 'database-location.txt')
  if (findRunning(copy.data_dir)) await (await openDatabase(copy, noLog)).stop()
  if (existsSync(pointer))
    rmSync(readFileSync(pointer, 'utf8').split('\n')[0]!, { recursive: true, force: true })
  rmSync(copy.data_dir, { recursive: true, force: true })
}

async function serve(settings: NodeJS.ProcessEnv, signal: AbortSignal) {
  // The IPC channel ends it even if this process is killed.
  const server = spawn(process.execPath, [MAIN], {
    env: settings,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Ctrl-C in a terminal signals this process alone: a second signal would end it before its database.
    detached: true,
  })
  signal.addEventListener('abort', () => server.kill('SIGTERM'))
  const [code] = (await once(server, 'exit')) as [number | null]
  if (code !== 0 && !signal.aborted)
    throw new Error('the server has stopped unexpectedly; its output is above.')
}

type Options = { dir?: string | undefined; port?: string | undefined; keep?: boolean | undefined }

async function settingsOf(beginning: string, folder: string, port: string | undefined) {
  return environmentWith({
    DATA_DIR: folder,
    DATABASE_URL: '',
    DATABASE_LISTEN_URL: '',
    SMTP_URL: '',
    BACKUP_DIR: '',
    PUBLIC_URL: '',
    DEMO: '0',
    CLOCK_START: beginning,
    REHEARSAL_COPY: '1',
    PORT: port ?? String(await findFreePort()),
  })
}

async function rehearse(beginning: string, { dir, port, keep = false }: Options) {
  const live = readEnv()
  const folder = resolve(dir ?? join(live.data_dir, 'rehearsal'))
  const settings = await settingsOf(beginning, folder, port)
  const copy = readEnv(settings)
  const { left_behind, release } = claimRehearsal(live.data_dir, folder, keep)
  const stopped = new AbortController()
  onStopSignal(() => stopped.abort(new Error('it was stopped')))
  try {
    if (left_behind !== undefined) await removeCopy({ ...copy, data_dir: left_behind })
    say(`Copying the event to ${folder} ...`)
    await copyEvent(live, copy, stopped.signal)
    stopped.signal.throwIfAborted()
    say(
      `Rehearsal on a copy: it is ${beginning} there. The event itself is not touched, and nobody is mailed.`,
    )
    say(`Ctrl-C ends it${keep ? `; the copy stays in ${folder}` : ' and deletes the copy'}.`)
    await serve(settings, stopped.signal)
  } finally {
    if (!keep) await removeCopy(copy)
    release()
  }
}

try {
  const { values, positionals } = parseArgs({
    options: { dir: { type: 'string' }, port: { type: 'string' }, keep: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [beginning, ...rest] = positionals
  if (!beginning || rest.length > 0) throw new Error(USAGE)
  await rehearse(readBeginning(beginning), values)
} catch (error) {
  console.error(
    error instanceof Error && error.message === USAGE ? USAGE : `No rehearsal: ${readableFailure(error)}`,
  )
  process.exitCode = 1
}
