import type { Kysely } from 'kysely'
import type pg from 'pg'
import { PgBoss, type Job, type JobResult } from 'pg-boss'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import { deliver, giveUp, shortReason, type DeliveryParts, type MailLog } from './delivery.ts'
import { postMail, resendMails } from './outbox.ts'
import type { PostMail, ResendMails } from './mail-types.ts'
import { GIVEN_UP_QUEUE, MAIL_QUEUE, prepareQueues, RETRY, type MailJob, type Retry } from './queue.ts'
import type { Transport } from './transport.ts'

export type MailParts = {
  pool: pg.Pool
  db: Kysely<Database>
  transport: Transport
  now: Clock
  log: MailLog
  retry?: Retry
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

const QUIET = 10_000

// While the database is away every poll fails, several a second: one line in ten seconds says as much.
function throttled(log: MailLog, now: Clock) {
  let quiet_until = 0
  return (error: unknown) => {
    if (now() < quiet_until) return
    quiet_until = now() + QUIET
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
}: MailParts): Promise<RunningMail> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    // Nothing here runs by the calendar.
    schedule: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  boss.on('error', throttled(log, now))
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'the mail queue warns'))
  await boss.start()
  await prepareQueues(boss, retry)

  await startLoops(boss, { db, transport, now, log })
  return {
    boss,
    post: (tx, mails, at) => postMail(tx, boss, mails, at),
    resend: (tx, ids, at) => resendMails(tx, boss, ids, at),
    stop: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT, close: false }),
  }
}

async function startLoops(boss: PgBoss, parts: DeliveryParts) {
  const send = async (job: Job<MailJob>): Promise<JobResult> => ({
    id: job.id,
    ...(await deliver(parts, job.data.mail_id, job.signal)),
  })
  // A full batch means that more is waiting: the next is fetched at once.
  const often = { pollingIntervalSeconds: 0.5, batchSize: BATCH, burstWhenBatchFull: true }
  const several = { localConcurrency: LOOPS, perJobResults: true } as const
  await boss.work(MAIL_QUEUE, { ...often, ...several }, (jobs: Job<MailJob>[]) => Promise.all(jobs.map(send)))
  await boss.work(GIVEN_UP_QUEUE, often, (jobs: Job<MailJob>[]) => {
    const ids = jobs.map(({ data }) => data.mail_id)
    return giveUp(parts, ids)
  })
}
