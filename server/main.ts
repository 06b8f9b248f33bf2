import { existsSync } from 'node:fs'
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import type pg from 'pg'
import { pino, type Logger } from 'pino'
import pretty from 'pino-pretty'
import { isoInMadrid } from '../domain/madrid-time.ts'
import { buildApp } from './build-app.ts'
import { makeClock } from './clock.ts'
import { makeDb, makePool } from './database/connect.ts'
import { startEmbedded } from './database/embedded/embedded.ts'
import { sweep } from './housekeeping.ts'
import { migrate } from './database/migrate.ts'
import { fillSampleEvent, hasSampleVisitor, SAMPLE_LOGIN } from './sample-event/sample-event.ts'
import { readableFailure } from './database/readable-failure.ts'
import { readEnv, type Env } from './env.ts'
import { createFirstAdmin } from './features/admins/commands.ts'
import { catchUpWithPlaces } from './features/reservations/place-texts/commands.ts'
import { tellOfSilentScreens } from './features/screens/silence/commands.ts'
import { fileTransport, smtpTransport } from './mail/transport.ts'
import { startMail } from './mail/worker.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const SHUTDOWN_TIMEOUT = 15_000
const NO_SUCH_HOST = new Set<string | undefined>(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'])
const WEB_ROOT = join(import.meta.dirname, '../dist/web')

/** Each part that has been started, or is being started, with how it stops. */
const running = new AsyncDisposableStack()
let stopping: Promise<void> | undefined

/** Stops every part, in the opposite order and once: a signal may come in the middle of a start. */
const stopEverything = () => (stopping ??= running.disposeAsync())

/** Starts one part and sees to its end, also when everything is stopped before it has started. */
async function begin<Part>(
  log: Logger,
  starting: Promise<Part>,
  stop: (part: Part) => unknown,
): Promise<Part> {
  running.defer(async () => {
    try {
      await starting.then(stop, () => {})
    } catch (error) {
      log.error({ err: error }, 'while stopping')
    }
  })
  const part = await starting
  if (stopping) throw new Error('stopped while starting')
  return part
}

async function openDatabase(env: Env, log: Logger): Promise<pg.PoolConfig> {
  if (env.database_url) return { connectionString: env.database_url }
  const starting = startEmbedded({ dataDir: env.data_dir, log: (line) => log.info(line) })
  return (await begin(log, starting, (embedded) => embedded.stop())).connection
}

const mailFolderOf = (env: Env) => join(env.data_dir, 'mail')

function chooseTransport(env: Env) {
  const from = env.mail_from ?? `Fairslot <no-reply@${new URL(env.public_url).hostname}>`
  if (env.smtp_url) return smtpTransport({ url: env.smtp_url, from })
  return fileTransport({ dir: mailFolderOf(env), from, print: (line) => console.log(line) })
}

async function start(env: Env, log: Logger) {
  const clock = makeClock(env.clock_start)
  if (env.clock_start !== undefined)
    log.warn(`Rehearsal: the service's clock reads ${isoInMadrid(clock())} and runs on from there.`)

  const connection = await openDatabase(env, log)
  const pool = makePool(connection, (error) =>
    log.warn(`An idle database connection ended: ${error.message}`),
  )
  const db = makeDb(pool)
  await begin(log, migrate(pool), () => pool.end())

  const transport = chooseTransport(env)
  const mail = await begin(log, startMail({ pool, db, transport, now: clock, log }), async ({ stop }) => {
    await stop()
    transport.close()
  })
  const sweeping = setInterval(
    () => void sweep(db, clock()).catch((error) => log.warn({ err: error }, 'sweeping')),
    HOUR,
  )
  running.defer(() => clearInterval(sweeping))
  const context = { db, postMail: mail.post, publicUrl: env.public_url }
  const up_since = clock()
  const watchingScreens = setInterval(
    () =>
      void tellOfSilentScreens(context, up_since, clock()).catch((error) =>
        log.warn({ err: error }, 'watching screens'),
      ),
    MINUTE,
  )
  running.defer(() => clearInterval(watchingScreens))

  const catchingUp = catchUpWithPlaces(context, clock()).catch((error) =>
    log.warn({ err: error }, 'catching up with docents and rooms'),
  )
  await begin(log, catchingUp, () => {})
  if (env.demo) await begin(log, fillSampleEvent(db, env.public_url, clock()), () => {})
  const building = buildApp({
    db,
    clock,
    postMail: mail.post,
    resendMails: mail.resend,
    listenerConnection: connection,
    publicUrl: env.public_url,
    rehearsal: env.clock_start !== undefined,
    ...(!env.smtp_url && { mailFolder: mailFolderOf(env) }),
    trustProxy: env.trust_proxy,
    logger: log,
    ...(existsSync(WEB_ROOT) && { webRoot: WEB_ROOT }),
  })
  const app = await begin(log, building, (built) => built.close())
  await app.listen({ port: env.port, host: env.host }).catch((error: NodeJS.ErrnoException) => {
    throw NO_SUCH_HOST.has(error.code)
      ? new Error(`HOST: "${env.host}" is not an address of this machine.`)
      : error
  })
  const address = app.server.address()
  // Only now that nothing can go wrong any more: its password is printed once.
  const account = { name: env.admin_name, password: env.admin_password }
  const password = await createFirstAdmin(db, account, clock())
  const sample = env.demo && (await hasSampleVisitor(db))
  welcome(env, typeof address === 'object' && address ? address.port : env.port, { password, sample })
}

function welcome(env: Env, port: number, { password, sample }: { password: string | null; sample: boolean }) {
  const url = env.port === 0 ? `http://localhost:${port}` : env.public_url
  const { phone, name } = SAMPLE_LOGIN
  const lines = [
    'Fairslot is ready.',
    `  Visitors        ${url}/`,
    `  Administrators  ${url}/admin`,
    password
      ? `                  name ${env.admin_name}, password ${password}   (shown only this once)`
      : '                  with the name and password of the first start',
    ...(sample ? [`  Sample visitor  phone ${phone}, name ${name}`] : []),
    `  API             ${url}/api/docs`,
    ...(env.smtp_url ? [] : [`  Mail            written to ${mailFolderOf(env)}`]),
  ]
  console.log(`\n${lines.join('\n')}\n`)
}

function makeLog(level: string): Logger {
  return process.stdout.isTTY ? pino({ level }, pretty({ ignore: 'pid,hostname' })) : pino({ level })
}

async function main() {
  let log: Logger | undefined
  try {
    const env = readEnv()
    log = makeLog(env.log_level)
    const grace = closeWithGrace({ delay: SHUTDOWN_TIMEOUT, logger: false }, async ({ err, signal }) => {
      if (err) log?.fatal({ err }, 'an unexpected failure ends the server')
      else if (signal) log?.info(`${signal}: stopping`)
      await stopEverything()
    })
    // The launcher is gone without a word: this process would live on unseen.
    process.once('disconnect', () => grace.close())
    await start(env, log)
  } catch (error) {
    const wasStopped = stopping !== undefined
    await stopEverything()
    // Then the signal's own handler ends the process, with its own exit code.
    if (wasStopped) return
    console.error(`Fairslot cannot start: ${readableFailure(error)}`)
    process.exit(1)
  }
}

await main()
