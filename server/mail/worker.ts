import type { Kysely } from 'kysely'
import type pg from 'pg'
import { PgBoss, type Job, type JobResult } from 'pg-boss'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'
import { deliver, giveUp, shortReason, type DeliveryParts, type MailLog } from './delivery.ts'
import { keepFeeding } from './feeder.ts'
import { FIRST, GIVEN_UP_QUEUE, MAIL_QUEUE, RETRY, startQueues, type MailJob, type Retry } from './queue.ts'
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
  /** By how many milliseconds the process is late. */
  lateBy?: () => number
}

export type RunningMail = {
  boss: PgBoss
  /** Lets mails on their way arrive. Pool and transport stay open: their creator closes them. */
  stop: () => Promise<void>
}

const STOP_TIMEOUT = 8_000
const DECISIONS = 25
const CODES = 5
// Two of each, so that a slow recipient never holds up all others, and so that strangers' codes never hold up a decision.
const LOOPS = [
  { minPriority: FIRST.priority, batchSize: DECISIONS },
  { minPriority: FIRST.priority, batchSize: DECISIONS },
  { maxPriority: FIRST.priority - 1, batchSize: CODES },
  { maxPriority: FIRST.priority - 1, batchSize: CODES },
]

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
  lateBy,
}: MailParts): Promise<RunningMail> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    // Nothing here runs by the calendar.
    schedule: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  const stumbled = throttled(log)
  boss.on('error', stumbled)
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'the mail queue warns'))
  await startQueues(boss, pool, retry)

  const parts = { db, transport, now, log, ...(lateBy && { lateBy }) }
  const loops = await startLoops(boss, parts, makeSendingLocks(pool), pulse_seconds)
  const poke = () => {
    for (const loop of loops) boss.notifyWorker(loop)
  }
  const feeding = keepFeeding({ boss, db, now, poke, stumbled })
  const watching = watchForTheDead(boss, db, log, pulse_seconds)
  return {
    boss,
    async stop() {
      watching.stop()
      await feeding.stop()
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT, close: false })
    },
  }
}

/** Answers the loops that fetch mails, to be woken. */
async function startLoops(
  boss: PgBoss,
  parts: DeliveryParts,
  locks: SendingLocks,
  heartbeatRefreshSeconds: number,
): Promise<string[]> {
  const send = async (jobs: Job<MailJob>[]): Promise<JobResult[]> => {
    const ids = jobs.map(({ data }) => data.mail_id)
    const outcomes = await locks.whileAlone(ids, (free) => deliver(parts, free, jobs[0]!.signal))
    return jobs.map(({ id, data }) => ({ id, ...(outcomes.get(data.mail_id) ?? ALREADY_BEING_SENT) }))
  }
  // A full batch means that more is waiting: the next is fetched at once.
  const often = { pollingIntervalSeconds: 1, burstWhenBatchFull: true }
  const each = { ...often, perJobResults: true, heartbeatRefreshSeconds } as const
  const loops = await Promise.all(LOOPS.map((which) => boss.work(MAIL_QUEUE, { ...each, ...which }, send)))
  await boss.work(GIVEN_UP_QUEUE, { ...often, batchSize: CODES }, (jobs: Job<MailJob>[]) => {
    const ids = jobs.map(({ data }) => data.mail_id)
    return giveUp(parts, ids)
  })
  return loops
}
