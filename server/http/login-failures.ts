import { sql } from 'kysely'
import type { Instant } from '../../domain/madrid-time.ts'
import { inTransaction, type Db } from '../database/transaction.ts'
import { AppError } from './app-error.ts'

const WINDOW = 15 * 60_000

/** Refuses with `too_many_requests` when `subject` has failed `most` times in the last 15 minutes. */
export async function refuseTooManyFailures(
  db: Db,
  subject: string,
  max: number,
  now: Instant,
): Promise<void> {
  // The failure whose ageing out of the window makes room again, if there are that many.
  const blocking = await db
    .selectFrom('login_failures')
    .select('failed_at')
    .where('subject', '=', subject)
    .where('failed_at', '>', new Date(now - WINDOW))
    .orderBy('failed_at', 'desc')
    .offset(max - 1)
    .limit(1)
    .executeTakeFirst()
  if (!blocking) return
  const seconds = Math.ceil((blocking.failed_at.getTime() + WINDOW - now) / 1000)
  throw new AppError('too_many_requests', { headers: { 'retry-after': String(Math.max(1, seconds)) } })
}

/** Counts a failed login. */
export async function rememberFailure(db: Db, subject: string, now: Instant): Promise<void> {
  await db
    .insertInto('login_failures')
    .values({ subject, failed_at: new Date(now) })
    .execute()
}

/**
 * Counts an attempt as a failure before it is judged, or refuses it with `too_many_requests`. Attempts for one subject
 * queue here, so that many guesses at once cannot all find the count low; a success forgets them.
 */
export async function beginAttempt(db: Db, subject: string, max: number, now: Instant): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${subject}))`.execute(tx)
    await refuseTooManyFailures(tx, subject, max, now)
    await rememberFailure(tx, subject, now)
  })
}

/** Begins counting anew after a success. */
export async function forgetFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('login_failures').where('subject', '=', subject).execute()
}
