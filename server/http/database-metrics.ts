import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Instant } from '../../domain/madrid-time.ts'
import { findBackupFate } from '../database/nightly-backup.ts'
import type { Db } from '../database/transaction.ts'
import { inTime, type MakeGauge, type Numbers } from './gauge.ts'

type Count = (db: Db, now: Instant) => Promise<number>
export type WatchedCounts = { countSilentScreens: Count; countDeadReceivers: Count }

export function gaugeDatabase(
  { db, leaving, clock }: FastifyInstance,
  gauge: MakeGauge,
  { countSilentScreens, countDeadReceivers }: WatchedCounts,
) {
  const countMails = async () => {
    const { rows } = await sql<Numbers>`select count(*) filter (where status = 'queued')::int as queued,
      count(*) filter (where status = 'sent')::int as sent,
      count(*) filter (where status = 'failed')::int as failed from mails`.execute(db)
    return rows[0]!
  }
  const ask = inTime(() => sql`select from schema_migrations limit 1`.execute(db))
  const findBackup = inTime(() => findBackupFate(db))
  const readOutbox = inTime(() => findOutbox(db, clock()))
  const byKind = async (field: 'count' | 'seconds') => {
    const rows = await readOutbox()
    return rows && Object.fromEntries(rows.map((row) => [row.kind, row[field]]))
  }
  const countRequests = async () => {
    const { rows } = await sql<Numbers>`
      select count(*) filter (where status = 'PENDING')::int as pending,
        count(*) filter (where status = 'CANCEL_REQUESTED')::int as cancel_requested
      from reservations where status in ('PENDING', 'CANCEL_REQUESTED')
        and ends_at > ${new Date(clock())}`.execute(db)
    return rows[0]!
  }
  const what = 'mails, pushes and webhooks'

  gauge('fairslot_ready', '1 while the database answers, else 0', async () =>
    Number((await ask()) !== undefined && !leaving.isLeaving),
  )
  gauge(
    'fairslot_backup_age_seconds',
    'Age of the last nightly backup; absent before the first',
    async () => {
      const made = (await findBackup())?.succeeded_at ?? undefined
      return made === undefined ? undefined : (clock() - made) / 1000
    },
  )
  gauge(
    'fairslot_mails',
    'Mails by status; absent while the database is unreachable',
    inTime(countMails),
    'status',
  )
  gauge('fairslot_outbox_waiting', `Waiting ${what}`, () => byKind('count'), 'kind')
  gauge(
    'fairslot_outbox_oldest_seconds',
    `Age of the oldest of the waiting ${what}; 0 if none waits`,
    () => byKind('seconds'),
    'kind',
  )
  gauge(
    'fairslot_requests_waiting',
    'Requests before their end that wait for a decision',
    inTime(countRequests),
    'kind',
  )
  gauge(
    'fairslot_silent_screens',
    'Wall screens that have not asked for minutes',
    inTime(() => countSilentScreens(db, clock())),
  )
  gauge(
    'fairslot_dead_webhooks',
    'Webhooks whose receiver has failed for ten minutes or wants no more deliveries',
    inTime(() => countDeadReceivers(db, clock())),
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
      union all select 'webhook', d.occurred_at from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.is_on
        where d.status = 'queued'
    ) waiting using (kind) group by kind order by kind`.execute(db)
  return rows
}
