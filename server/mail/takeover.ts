import { sql, type Kysely } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { Database } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { shortReason, type MailLog } from './delivery.ts'
import { MAIL_GROUP, MAIL_QUEUE } from './queue.ts'
import { SENDING } from './sending-locks.ts'

/** So often a process that sends says that it lives, and so often others look. */
export const PULSE_SECONDS = 1
/** A job whose heart has not beaten between so many looks, of which nobody holds the lock, is nobody's. */
const LOOKS = 3

type ActiveJob = { id: string; retry_count: number; mail_id: number; beat: string }

/** Takes over the mails that a process was sending when it died. */
export function watchForTheDead(
  boss: PgBoss,
  db: Kysely<Database>,
  log: MailLog,
  pulse_seconds: number,
): { stop(): void } {
  /** How often in a row each beat was seen. */
  let seen = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function look() {
    const jobs = await findActive(db)
    const now_seen = new Map<string, number>()
    for (const job of jobs) {
      const name = `${job.id} ${job.retry_count} ${job.beat}`
      const times = (seen.get(name) ?? 0) + 1
      now_seen.set(name, times)
      if (times >= LOOKS && (await takeOver(boss, db, job)))
        log.warn({ mail_id: job.mail_id }, 'mail of a process that has died, sent again')
    }
    seen = now_seen
  }

  async function lookAgain() {
    // A database that is away is told of by others; after it nobody counts as silent yet.
    await look().catch((error: unknown) => {
      seen = new Map()
      log.info({ reason: shortReason(error) }, 'mails of other processes could not be looked at')
    })
    if (!isStopped) timer = setTimeout(() => void lookAgain(), pulse_seconds * 1000)
  }

  void lookAgain()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

const findActive = async (db: Kysely<Database>): Promise<ActiveJob[]> =>
  (
    await sql<ActiveJob>`
      select id, retry_count, (data ->> 'mail_id')::int as mail_id,
        coalesce(heartbeat_on, started_on)::text as beat
      from pgboss.job
      where name = ${MAIL_QUEUE} and group_id = ${MAIL_GROUP} and state = 'active'`.execute(db)
  ).rows

/**
 * Gives a job back to the queue, to be sent at once, unless its mail is being sent: who sends it holds its lock, and while
 * this one holds it nobody begins. It counts as a try, so that a mail which ends processes does not do so for ever.
 */
const takeOver = (boss: PgBoss, db: Kysely<Database>, { id, retry_count, mail_id }: ActiveJob) =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(${SENDING}, ${mail_id}::int) as free`.execute(tx)
    if (!rows[0]!.free) return false
    const within = { db: fromKysely(tx) }
    const attempt = { id, retryCount: retry_count }
    await boss.fail(MAIL_QUEUE, attempt, { reason: 'its process has died' }, within)
    const { updated } = await boss.update(MAIL_QUEUE, undefined, { id, startAfter: 0, ...within })
    return updated > 0
  })
