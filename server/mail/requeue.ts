import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Instant } from '../../domain/madrid-time.ts'
import { allowMoreTime, inTransaction, type Db } from '../database/transaction.ts'
import { enqueue, GIVEN_UP_QUEUE, MAIL_QUEUE } from './queue.ts'

// Any number, as long as every server process uses the same.
const REQUEUE_LOCK = 7_203_116
const AT_ONCE = 1_000
/** How long a sign-up code counts: later it would only confuse. */
const CODE_MS = 10 * 60_000

/**
 * Gives every mail that waits, and has no job, one of its own. That is so after a restore: a backup carries the mails and
 * not the queue, so that each is sent once and nothing is sent for the contents that were replaced.
 */
export async function requeueMails(boss: Pick<PgBoss, 'insert'>, db: Db, now: Instant): Promise<void> {
  await inTransaction(db, async (tx) => {
    // There may be tens of thousands, and other servers that start wait for it.
    await allowMoreTime(tx)
    await sql`select pg_advisory_xact_lock(${REQUEUE_LOCK})`.execute(tx)
    const { rows: waiting } = await sql<{ id: number; kind: string; created_at: Date }>`
      select id, kind, created_at from mails
      where status = 'queued' and not exists (
        select from pgboss.job
        where name in (${MAIL_QUEUE}, ${GIVEN_UP_QUEUE}) and state < 'completed'
          and (data ->> 'mail_id')::int = mails.id)
      order by id`.execute(tx)
    const isLate = (mail: (typeof waiting)[number]) =>
      mail.kind === 'verification_code' && now - mail.created_at.getTime() > CODE_MS
    const late = waiting.filter(isLate).map(({ id }) => id)
    if (late.length > 0)
      await tx
        .updateTable('mails')
        .set({ status: 'failed', last_error: 'too late to be of use', text: '', html: '' })
        .where('id', 'in', late)
        .execute()
    const worth = waiting.filter((mail) => !isLate(mail))
    for (let first = 0; first < worth.length; first += AT_ONCE)
      await enqueue(boss, tx, worth.slice(first, first + AT_ONCE))
  })
}
