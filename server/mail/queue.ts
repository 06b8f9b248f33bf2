import type pg from 'pg'
import type { JobInsert, PgBoss } from 'pg-boss'

/** Not the queue of the releases that posted texts: their processes, which may still run beside, cannot send facts. */
export const MAIL_QUEUE = 'mails'
/** All jobs of mails are of one group: pg-boss has an index of the active jobs of groups, and none of the active ones alone. */
export const MAIL_GROUP = 'mail'
/** Where the jobs of mails that were given up go. */
export const GIVEN_UP_QUEUE = 'mails-given-up'

export type MailJob = { mail_id: number }

// Any number, as long as every server process uses the same.
const STARTING_LOCK = 7_203_118

/** How often and how long a mail that could not be sent is tried again. */
export type Retry = { limit: number; first_seconds: number; longest_seconds: number }

// Twelve tries over a good hour: long enough for a mail server's restart, short enough to be seen the same day.
export const RETRY: Retry = { limit: 12, first_seconds: 5, longest_seconds: 900 }

type Queues = Pick<PgBoss, 'createQueue' | 'updateQueue'>

/**
 * Starts the queue and prepares it, one process at a time: of two that first start at once on an empty database, pg-boss
 * would let one fail, because both make its schema.
 */
export async function startQueues(boss: PgBoss, pool: pg.Pool, retry: Retry): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [STARTING_LOCK])
    await boss.start()
    await prepareQueues(boss, retry)
    await client.query(FORGET_LOST_JOBS)
    await client.query('select pg_advisory_unlock($1)', [STARTING_LOCK])
    client.release()
  } catch (error) {
    // Closing the connection is what surely gives the lock back.
    client.release(true)
    throw error
  }
}

/** Makes the queues, or brings those of an earlier release up to date. */
async function prepareQueues(boss: Queues, retry: Retry): Promise<void> {
  await boss.createQueue(GIVEN_UP_QUEUE)
  await boss.updateQueue(GIVEN_UP_QUEUE, {
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
  })
  await boss.createQueue(MAIL_QUEUE, { deadLetter: GIVEN_UP_QUEUE })
  await boss.updateQueue(MAIL_QUEUE, {
    deadLetter: GIVEN_UP_QUEUE,
    retryLimit: retry.limit,
    retryDelay: retry.first_seconds,
    retryBackoff: true,
    retryDelayMax: retry.longest_seconds,
    // The heartbeat is for processes whose connection stays open while they are gone, as after a power cut; `takeover.ts`
    // sees to all others.
    heartbeatSeconds: 20,
    expireInSeconds: 180,
  })
}

// Five tries end before a sign-up code does: a later mail would only confuse.
const CODE_TRIES = { retryLimit: 5 }
/** A decision never waits behind the codes that strangers ask for. */
export const FIRST = { priority: 1 }

/** The job of one mail. */
export const jobOf = ({ id, kind }: { id: number; kind: string }): JobInsert<MailJob> => ({
  data: { mail_id: id },
  group: { id: MAIL_GROUP },
  ...(kind === 'verification_code' ? CODE_TRIES : FIRST),
})

// A backup carries the mails and not the queue: after a restore each mail that waits needs a job again.
const FORGET_LOST_JOBS = `
  update mails set has_job = false where status = 'queued' and has_job and not exists (
    select from pgboss.job where name in ('${MAIL_QUEUE}', '${GIVEN_UP_QUEUE}') and state < 'completed'
      and (data ->> 'mail_id')::int = mails.id)`
