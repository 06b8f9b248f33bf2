import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import type { Instant } from '../../domain/madrid-time.ts'
import { findBackupFate } from '../database/nightly-backup.ts'
import type { Db } from '../database/transaction.ts'
import { gauge, inTime, type Numbers } from './gauge.ts'

export function gaugeDatabase({ db, leaving, clock }: FastifyInstance, register: Registry) {
  const countMails = inTime(async () => {
    const rows = await db
      .selectFrom('mails')
      .select((eb) => ['status', eb.fn.countAll<string>().as('count')])
      .groupBy('status')
      .execute()
    const counts = rows.map(({ status, count }) => [status, Number(count)])
    return { queued: 0, sent: 0, failed: 0, ...Object.fromEntries(counts) } as Numbers
  })
  const ask = inTime(() => sql`select from schema_migrations limit 1`.execute(db))
  const findBackup = inTime(() => findBackupFate(db))
  gauge(
    register,
    'fairslot_mails',
    'Mails by status; absent while the database is unreachable',
    countMails,
    'status',
  )
  gauge(register, 'fairslot_ready', '1 while the database answers, else 0', async () =>
    Number((await ask()) !== undefined && !leaving.isLeaving),
  )
  gauge(
    register,
    'fairslot_backup_age_seconds',
    'Age of the last nightly backup; absent before the first',
    async () => {
      const made = (await findBackup())?.succeeded_at ?? undefined
      return made === undefined ? undefined : (clock() - made) / 1000
    },
  )
}

/** By kind: how many wait, and since how many seconds the oldest. */
export async function findOutbox(db: Db, now: Instant) {
  const { rows } = await sql<{ kind: string; count: number; seconds: number }>`
    select kind, count(since)::int as count,
      coalesce(extract(epoch from ${new Date(now)}::timestamptz - min(since)), 0)::float8 as seconds
    from (values ('mail'), ('push'), ('webhook')) kinds (kind) left join (
      select 'mail' as kind, created_at as since from mails where status = 'queued'
      union all select 'push', created_at from pushes where status = 'queued'
      union all select 'webhook', occurred_at from webhook_deliveries where status = 'queued'
    ) waiting using (kind) group by kind order by kind`.execute(db)
  return rows
}

/** Long waits show that something outside is broken. */
export function gaugeWaiting(
  { db, clock }: FastifyInstance,
  register: Registry,
  countSilentScreens: (db: Db, now: Instant) => Promise<number>,
) {
  const readOutbox = inTime(() => findOutbox(db, clock()))
  const byKind = async (field: 'count' | 'seconds') => {
    const rows = await readOutbox()
    return rows && Object.fromEntries(rows.map((row) => [row.kind, row[field]]))
  }
  const countRequests = inTime(async () => {
    const { rows } = await sql<{ pending: number; cancel_requested: number }>`
      select count(*) filter (where status = 'PENDING')::int as pending,
        count(*) filter (where status = 'CANCEL_REQUESTED')::int as cancel_requested
      from reservations where status in ('PENDING', 'CANCEL_REQUESTED') and ends_at > ${new Date(clock())}`.execute(
      db,
    )
    return rows[0]!
  })
  const what = 'mails, pushes and webhooks'
  gauge(register, 'fairslot_outbox_waiting', `Waiting ${what}`, () => byKind('count'), 'kind')
  gauge(
    register,
    'fairslot_outbox_oldest_seconds',
    `Age of the oldest of the waiting ${what}; 0 if none waits`,
    () => byKind('seconds'),
    'kind',
  )
  gauge(
    register,
    'fairslot_requests_waiting',
    'Requests before their end that wait for a decision',
    countRequests,
    'kind',
  )
  gauge(
    register,
    'fairslot_silent_screens',
    'Wall screens that have not asked for minutes',
    inTime(() => countSilentScreens(db, clock())),
  )
}
