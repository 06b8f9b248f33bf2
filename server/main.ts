import { existsSync } from 'node:fs'
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import type pg from 'pg'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { isoInMadrid, type Instant } from '../domain/madrid-time.ts'
import { buildApp } from './build-app.ts'
import { findBackupsUntil, startNightlyBackups } from './backup/nightly.ts'
import { deviceClock, makeClock, type Clock } from './clock.ts'
import { makeDb, makePool, SERVER_NAME } from './database/connect.ts'
import { namedConnection } from './database/named-connection.ts'
import type { Db } from './database/transaction.ts'
import { sweep } from './housekeeping.ts'
import { isKnownSecret, OTHER_SECRET } from './known-secret.ts'
import { migrate } from './database/migrate.ts'
import { fillSampleEvent, hasSampleVisitor, SAMPLE_LOGIN } from './sample-event/sample-event.ts'
import { readableFailure } from './database/readable-failure.ts'
import { commandLine, hasSignOn, readEnv, type Env } from './env.ts'
import { readKeys, readSecret, type KeyFor } from './secret.ts'
import { BACKLOG } from './http/http-server.ts'
import { warningLines } from './go-live-warnings.ts'
import { eraseFiles } from './erased-files.ts'
import { boundGarbage, collectGarbage } from './heap.ts'
import { tendErasure } from './features/closing/erasing/commands.ts'
import { createFirstAdmin, type FirstAdmin } from './features/admins/commands.ts'
import { catchUpWithReminders } from './features/reminders/commands.ts'
import { sendDueReminders } from './features/reminders/sending/commands.ts'
import { answerUndecided, tellOfWaitingRequests } from './features/reminders/waiting-requests/commands.ts'
import { endMissed } from './features/waitlist/commands.ts'
import { catchUpWithPlaces } from './features/reservations/place-texts/commands.ts'
import { makeBody } from './features/webhooks/queries.ts'
import { tellOfDeadReceivers, tellOfEnded } from './features/webhooks/telling/commands.ts'
import { tellOfSilentScreens } from './features/screens/silence/commands.ts'
import { makeLog } from './log.ts'
import { openDatabase } from './open-database.ts'
import { maxConnections } from './open-files.ts'
import { RunningParts } from './running-parts.ts'
import { backupFault, serveReport } from './service-report.ts'
import { fileTransport, makeMailFolder, senderOf, smtpTransport } from './mail/transport.ts'
import { makeReach } from './outbox/address.ts'
import { mailQueues } from './outbox/mail.ts'
import { postMail } from './outbox/post-mail.ts'
import { dropPushes, pushQueue } from './outbox/push.ts'
import { shortReason } from './outbox/short-reason.ts'
import { vapidKeyOf } from './outbox/vapid.ts'
import { webhookQueue } from './outbox/webhook.ts'
import { startQueue } from './outbox/worker.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
// Limits the attempts stored by a flood of failed logins.
const SWEEP_EVERY = 5 * MINUTE
// The largest delay of a reminder.
const REMIND_EVERY = 15_000
const SHUTDOWN_TIMEOUT = 15_000
/** EX_CONFIG: the unit does not start it again. */
const WRONG_SETTING = 78
const NO_SUCH_HOST = new Set<string | undefined>(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'])
const WEB_ROOT = join(import.meta.dirname, '../dist/web')

const mailFolderOf = (env: Env) => join(env.data_dir, 'mail')

function chooseTransport(env: Env) {
  const from = senderOf(env.mail_from, env.public_url)
  if (env.smtp_url) return smtpTransport({ url: env.smtp_url, from, requiresTls: !env.smtp_without_tls })
  const dir = mailFolderOf(env)
  makeMailFolder(dir)
  return fileTransport({ dir, from, print: (line) => console.log(line) })
}

type Service = {
  env: Env
  log: Logger
  parts: RunningParts
  clock: Clock
  db: Db
  pool: pg.Pool
  keyFor: KeyFor
  /** For the commands. */
  context: { db: Db; postMail: typeof postMail; publicUrl: string }
}

async function start(env: Env, log: Logger, parts: RunningParts): Promise<FastifyInstance> {
  const clock = makeClock(env.clock_start)
  if (env.clock_start !== undefined)
    log.warn(`Rehearsal: the service's clock reads ${isoInMadrid(clock())} and runs on from there.`)
  refuseWrongFolder(env)
  const { connection, pooled = connection } = await parts.begin(
    openDatabase(env, (line) => log.info(line)),
    (database) => database.stop(),
  )
  const pool = makePool(pooled, (error) => log.warn(`An idle database connection ended: ${error.message}`))
  const db = makeDb(pool)
  await parts.begin(migrateAlone(connection), () => pool.end())
  const context = { db, postMail, publicUrl: env.public_url }
  const service = { env, log, parts, clock, db, pool, keyFor: readKeys(env), context }
  await startOutbox(service)
  await startWatching(service)
  if (env.demo) await parts.begin(fillSampleEvent(db, env.public_url, clock()), () => {})
  if (!(await isKnownSecret(db, service.keyFor))) log.warn(OTHER_SECRET)
  const app = await startAnswering(service, connection)
  await welcome(service, app)
  return app
}

/** A rehearsal makes no backups. */
function refuseWrongFolder(env: Env) {
  const fault = env.clock_start === undefined ? backupFault(env) : null
  if (fault)
    throw new Error(`BACKUP_DIR: ${env.backup!.dir} must be a folder that the service can write (${fault}).`)
}

/** Its locks need a session, which a pooler would not keep. */
async function migrateAlone(connection: pg.PoolConfig) {
  const session = makePool(connection, () => {})
  try {
    await migrate(session)
  } finally {
    await session.end()
  }
}

/** Without pushes in a rehearsal. */
async function startOutbox({ env, log, parts, clock, db, keyFor }: Service) {
  const shared = { db, now: clock, log }
  const transport = await parts.begin(Promise.resolve(chooseTransport(env)), (each) => each.close())
  const pushes = pushQueue({
    ...shared,
    key: vapidKeyOf(keyFor),
    pushServices: env.push_services,
    publicUrl: env.public_url,
  })
  const reach = makeReach(env.webhook_allow)
  const webhooks = webhookQueue({ ...shared, keyFor, reach, deviceNow: deviceClock, makeBody })
  const isRehearsal = env.rehearsal_copy || env.clock_start !== undefined
  // Other parts log an unreachable database.
  if (isRehearsal) parts.repeat('dropping pushes', SECOND, () => dropPushes(db).catch(() => {}))
  const running = [
    ...mailQueues(shared, transport).map((queue) => startQueue(queue, shared)),
    ...(isRehearsal ? [] : [startQueue(pushes, shared)]),
    startQueue(webhooks, shared),
  ]
  await parts.begin(Promise.resolve(running), (queues) => Promise.all(queues.map((queue) => queue.stop())))
}

async function startWatching(service: Service) {
  const { log, parts, clock, db, context } = service
  const up_since = clock()
  parts.repeat('deleting expired rows', SWEEP_EVERY, () => sweep(db, clock()))
  parts.repeat('checking for silent screens', MINUTE, () => tellOfSilentScreens(context, up_since, clock()))
  parts.repeat('checking for dead receivers', MINUTE, () => tellOfDeadReceivers({ db, log }, clock()))
  await startReminding(service)
  const catchingUp = catchUpWithPlaces(context, clock()).catch((error) =>
    log.warn({ err: error }, 'updating the texts of docents and rooms failed'),
  )
  await parts.begin(catchingUp, () => {})
  startErasing(service)
}

/** Also at the start, for erasures that were missed. */
function startErasing({ env, log, parts, clock, db, keyFor, context }: Service) {
  // A rehearsal's clock would erase too early.
  if (env.clock_start !== undefined) return
  const shelf = env.backup && { settings: env.backup, keyFor }
  const erase = async () => {
    await tendErasure(context, clock())
    await eraseFiles({ db, mailFolder: mailFolderOf(env), shelf }, clock())
  }
  // Not awaited: a large event takes a while.
  erase().catch((error: unknown) => log.warn({ err: error }, 'erasing failed'))
  parts.repeat('erasing', MINUTE, erase)
}

async function startReminding({ log, parts, clock, db, context }: Service) {
  const catchUp = () => catchUpWithReminders(db, clock())
  const catchingUp = catchUp().catch((error: unknown) =>
    log.warn({ err: error }, 'planning missing reminders failed'),
  )
  await parts.begin(catchingUp, () => {})
  parts.repeat('planning missing reminders', 10 * MINUTE, catchUp)
  parts.repeat('sending reminders', REMIND_EVERY, () => sendDueReminders(context, clock()))
  parts.repeat('telling of ended reservations', MINUTE, () => tellOfEnded(db, clock()))
  parts.repeat('checking for waiting requests', MINUTE, () => tellOfWaitingRequests(context, clock()))
  parts.repeat('ending missed waiting-list entries', MINUTE, () => endMissed(context, clock()))
  parts.repeat('answering undecided requests', MINUTE, () => answerUndecided(context, clock()))
}

/** Returns how to find the backups, if any are made. */
async function startBackingUp({ env, log, parts, clock, db, keyFor }: Service, connection: pg.ClientConfig) {
  // A rehearsal's clock would create and delete backups of wrong days.
  const settings = env.clock_start === undefined ? env.backup : undefined
  if (!settings) return {}
  const secret = readSecret(env)
  const shared = { settings, db, connection, dataDir: env.data_dir, secret, keyFor, now: clock, log }
  await parts.begin(Promise.resolve(startNightlyBackups(shared)), ({ stop }) => stop())
  return { findBackups: (until: Instant) => findBackupsUntil({ settings, keyFor }, until) }
}

async function startAnswering(service: Service, listenerConnection: pg.ClientConfig) {
  const { env, log, parts, clock, db, pool, keyFor } = service
  const most = maxConnections(env.max_connections)
  const backups = await startBackingUp(service, listenerConnection)
  const building = buildApp({
    db,
    clock,
    deviceClock,
    postMail,
    // Shows a restore that a server runs, also behind a pooler.
    listenerConnection: namedConnection(listenerConnection, SERVER_NAME),
    publicUrl: env.public_url,
    host: env.host,
    ...(env.hosts && { hosts: env.hosts }),
    keyFor,
    ...backups,
    rehearsal: env.clock_start !== undefined,
    rehearsalCopy: env.rehearsal_copy,
    ...(!env.smtp_url && { mailFolder: mailFolderOf(env) }),
    pushServices: env.push_services,
    embedOrigins: env.embed_origins,
    // A copy of the event sends nobody to other services.
    ...(hasSignOn(env) && !env.rehearsal_copy && { signOn: env }),
    trustProxy: env.trust_proxy,
    metricsAllow: env.metrics_allow,
    webhookAllow: env.webhook_allow,
    maxConnections: most,
    pool,
    logger: log,
    ...(existsSync(WEB_ROOT) && { webRoot: WEB_ROOT }),
  })
  const app = await parts.begin(building, (built) => built.close())
  serveReport(app, env, most)
  await app
    .listen({ port: env.port, host: env.host, backlog: BACKLOG })
    .catch((error: NodeJS.ErrnoException) => {
      throw NO_SUCH_HOST.has(error.code)
        ? new Error(`HOST: "${env.host}" is not an address of this machine.`)
        : error
    })
  return app
}

const howToSignIn = ({ name, password, isNew }: FirstAdmin) => {
  if (password !== undefined)
    return `name ${name}, password ${password}   (replaced at each start until it is used)`
  if (isNew) return `name ${name}, password: see ADMIN_PASSWORD`
  return `a lost password: ${commandLine('admin', `reset ${/\s/.test(name) ? `"${name}"` : name}`)}`
}

async function welcome({ env, log, db, clock }: Service, app: FastifyInstance) {
  const hasSample = env.demo && (await hasSampleVisitor(db))
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : env.port
  const url = env.port === 0 ? `http://localhost:${port}` : env.public_url
  const { phone, name } = SAMPLE_LOGIN
  const lines = (first: FirstAdmin) => [
    'Fairslot is ready.',
    `  Visitors        ${url}/`,
    `  Administrators  ${url}/admin`,
    `                  ${howToSignIn(first)}`,
    ...(hasSample ? [`  Sample visitor  phone ${phone}, name ${name}`] : []),
    `  API             ${url}/api/docs`,
    ...(env.smtp_url ? [] : [`  Mail            written to ${mailFolderOf(env)}`]),
  ]
  const account = { name: env.admin_name, password: env.admin_password }
  await createFirstAdmin(db, account, clock(), (first) => console.log(`\n${lines(first).join('\n')}\n`))
  for (const line of await warningLines(db, env)) log.warn(line)
}

/** Each as one line of the log. */
function logWarnings(log: Logger) {
  process.removeAllListeners('warning')
  process.on('warning', ({ message }) => log.warn({ reason: shortReason(message) }, 'Node.js warning'))
}

async function main() {
  let parts: RunningParts | undefined
  let env: Env | undefined
  boundGarbage()
  try {
    env = readEnv()
    const log = makeLog(env.log_level)
    logWarnings(log)
    const running = (parts = new RunningParts(log))
    let app: FastifyInstance | undefined
    const options = {
      delay: SHUTDOWN_TIMEOUT,
      logger: false as const,
      onTimeout: () => log.error(`shutdown took longer than ${SHUTDOWN_TIMEOUT} ms: forced`),
    }
    const grace = closeWithGrace(options, async ({ err, signal }) => {
      if (err) log.fatal({ err }, 'unexpected failure: stopping the server')
      else if (signal) log.info(`${signal}: stopping`)
      // A supervisor can wait for visitors; a developer pressing Ctrl-C should not.
      if (signal === 'SIGTERM') await app?.leaving.drain()
      await running.stop()
    })
    // The launcher is gone.
    process.once('disconnect', () => grace.close())
    app = await start(env, log, running)
    collectGarbage()
  } catch (error) {
    const wasStopped = parts?.isStopping
    await parts?.stop()
    // The signal handler sets the exit code.
    if (wasStopped) return
    console.error(`Fairslot cannot start: ${readableFailure(error)}`)
    process.exit(env ? 1 : WRONG_SETTING)
  }
}

await main()
