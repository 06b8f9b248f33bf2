import type { Kysely } from 'kysely'
import type pg from 'pg'
import { PgBoss, type Job, type JobResult } from 'pg-boss'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import { deliver, giveUp, shortReason, type DeliveryParts, type MailLog } from './delivery.ts'
import { postMail, resendMails } from './outbox.ts'
import type { PostMail, ResendMails } from './mail-types.ts'
import { GIVEN_UP_QUEUE, MAIL_QUEUE, RETRY, startQueues, type MailJob, type Retry } from './queue.ts'
import { requeueMails } from './requeue.ts'
import { makeSendingLocks, type SendingLocks } from './sending-locks.ts'
import { PULSE_SECONDS, watchForTheDead } from './takeover.ts'
import type { Transport } from './transport.ts'

export type MailParts = {
  pool: pg.Pool
  db: Kysely<Database>
  transport: Transport
  now: Clock
  log: MailLog
  retry?: Retry
  /** How often it says that it lives, and looks whether others do. */
  pulse_seconds?: number
}

export type RunningMail = {
  boss: PgBoss
  post: PostMail
  resend: ResendMails
  /** Lets mails on their way arrive. Pool and transport stay open: their creator closes them. */
  stop: () => Promise<void>
}

const STOP_TIMEOUT = 8_000
// Ten mails at a time in each process; two loops, so that a slow recipient never holds up all others.
const LOOPS = 2
const BATCH = 5

/** The queue looks again later, and finds it sent. */
const ALREADY_BEING_SENT = { status: 'failed', output: { reason: 'it is being sent already' } } as const

const QUIET = 10_000

// While the database is away every poll fails, several a second: one line in ten seconds says as much.
function throttled(log: MailLog) {
  let saidAt = -Infinity
  return (error: unknown) => {
    if (performance.now() - saidAt < QUIET) return
    saidAt = performance.now()
    log.error({ reason: shortReason(error) }, 'the mail queue stumbled')
  }
}

/** Starts sending what is in the outbox. Any number of processes may do so on one database. */
export async function startMail({
  pool,
  db,
  transport,
  now,
  log,
  retry = RETRY,
  pulse_seconds = PULSE_SECONDS,
}: MailParts): Promise<RunningMail> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    // Nothing here runs by the calendar.
    schedule: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  boss.on('error', throttled(log))
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'the mail queue warns'))
  await startQueues(boss, pool, retry)
  await requeueMails(boss, db, now())

  await startLoops(boss, { db, transport, now, log }, makeSendingLocks(pool), pulse_seconds)
  const watching = watchForTheDead(boss, db, log, pulse_seconds)
  return {
    boss,
    post: (tx, mails, at) => postMail(tx, boss, mails, at),
    resend: (tx, ids, at) => resendMails(tx, boss, ids, at),
    async stop() {
      watching.stop()
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT, close: false })
    },
  }
}

async function startLoops(
  boss: PgBoss,
  parts: DeliveryParts,
  locks: SendingLocks,
  heartbeatRefreshSeconds: number,
) {
  const send = async (job: Job<MailJob>): Promise<JobResult> => {
    const { mail_id } = job.data
    const outcome = await locks.whileAlone(mail_id, () => deliver(parts, mail_id, job.signal))
    return { id: job.id, ...(outcome ?? ALREADY_BEING_SENT) }
  }
  // A full batch means that more is waiting: the next is fetched at once.
  const often = { pollingIntervalSeconds: 0.5, batchSize: BATCH, burstWhenBatchFull: true }
  const several = { localConcurrency: LOOPS, perJobResults: true, heartbeatRefreshSeconds } as const
  await boss.work(MAIL_QUEUE, { ...often, ...several }, (jobs: Job<MailJob>[]) => Promise.all(jobs.map(send)))
  await boss.work(GIVEN_UP_QUEUE, { ...often, pollingIntervalSeconds: 1 }, (jobs: Job<MailJob>[]) => {
    const ids = jobs.map(({ data }) => data.mail_id)
    return giveUp(parts, ids)
  })
}
