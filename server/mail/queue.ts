import { fromKysely, type PgBoss } from 'pg-boss'
import type { Tx } from '../database/transaction.ts'

export const MAIL_QUEUE = 'mail'
/** Where the jobs of mails that were given up go. */
export const GIVEN_UP_QUEUE = 'mail-given-up'

export type MailJob = { mail_id: number }

/** How often and how long a mail that could not be sent is tried again. */
export type Retry = { limit: number; first_seconds: number; longest_seconds: number }

// Twelve tries over a good hour: long enough for a mail server's restart, short enough to be seen the same day.
export const RETRY: Retry = { limit: 12, first_seconds: 5, longest_seconds: 900 }

type Queues = Pick<PgBoss, 'createQueue' | 'updateQueue'>

/** Makes the queues, or brings those of an earlier release up to date. */
export async function prepareQueues(boss: Queues, retry: Retry): Promise<void> {
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
    // A process that was killed stops its heartbeat, and another one takes over its mails within the minute.
    heartbeatSeconds: 20,
    expireInSeconds: 180,
  })
}

// Five tries end before a sign-up code does: a later mail would only confuse.
const CODE_TRIES = { retryLimit: 5 }

/** Enqueues mails in the caller's transaction: a job exists exactly when its mail does. */
export async function enqueue(
  boss: Pick<PgBoss, 'insert'>,
  tx: Tx,
  mails: readonly { id: number; kind: string }[],
): Promise<void> {
  if (mails.length === 0) return
  const jobs = mails.map(({ id, kind }) => {
    const data: MailJob = { mail_id: id }
    return { data, ...(kind === 'verification_code' && CODE_TRIES) }
  })
  await boss.insert(MAIL_QUEUE, jobs, { db: fromKysely(tx) })
}
