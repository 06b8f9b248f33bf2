import type pg from 'pg'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { Tx } from '../database/transaction.ts'

export const MAIL_QUEUE = 'mail'
/** All jobs of mails are of one group: pg-boss has an index of the active jobs of groups, and none of the active ones alone. */
export const MAIL_GROUP = 'mail'
/** Where the jobs of mails that were given up go. */
export const GIVEN_UP_QUEUE = 'mail-given-up'

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
const FIRST = { priority: 1 }

/** Enqueues mails in the caller's transaction: a job exists exactly when its mail does. */
export async function enqueue(
  boss: Pick<PgBoss, 'insert'>,
  tx: Tx,
  mails: readonly { id: number; kind: string }[],
): Promise<void> {
  if (mails.length === 0) return
  const jobs = mails.map(({ id, kind }) => {
    const data: MailJob = { mail_id: id }
    return { data, group: { id: MAIL_GROUP }, ...(kind === 'verification_code' ? CODE_TRIES : FIRST) }
  })
  await boss.insert(MAIL_QUEUE, jobs, { db: fromKysely(tx) })
}
