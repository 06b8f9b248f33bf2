import { sql } from 'kysely'
import type { Instant } from '../domain/madrid-time.ts'
import { KEPT_FOR } from '../domain/webhook.ts'
import { sweepAttempts } from './http/attempts.ts'
import { REMEMBERED_FOR } from './http/idempotency.ts'
import type { Db } from './database/transaction.ts'

const DAY = 24 * 3_600_000

export async function sweep(db: Db, now: Instant) {
  await sweepAttempts(db, now)
  const month_ago = new Date(now - 30 * DAY)
  await sql`delete from audit_log where at <= ${month_ago} and details ->> 'login' = 'refused'`.execute(db)
  await sql`update audit_log set network = null, device = null
    where at <= ${month_ago} and device is not null`.execute(db)
  await sql`update mails set facts = null where kind = 'message' and facts is not null
    and status <> 'queued' and created_at <= ${month_ago}`.execute(db)
  const yesterday = new Date(now - DAY)
  await db.deleteFrom('sessions').where('expires_at', '<=', new Date(now)).execute()
  await db.deleteFrom('day_sheet_links').where('expires_at', '<=', new Date(now)).execute()
  // Its owner can still see why it is refused.
  await db.deleteFrom('api_tokens').where('expires_at', '<=', month_ago).execute()
  await db.deleteFrom('screens').where('last_seen_at', '<', month_ago).execute()
  await db.deleteFrom('known_devices').where('last_seen_at', '<', month_ago).execute()
  await db.deleteFrom('pushes').where('expires_at', '<', yesterday).execute()
  for (const [kept, ...statuses] of [
    [KEPT_FOR.done, 'sent', 'expired'],
    [KEPT_FOR.failed, 'failed', 'queued'],
  ] as const)
    await db
      .deleteFrom('webhook_deliveries')
      .where('status', 'in', statuses)
      .where('occurred_at', '<=', new Date(now - kept))
      .execute()
  await sql`update webhook_deliveries d set status = 'expired', done_at = ${new Date(now)} from webhooks w
    where w.id = d.webhook_id and not w.is_on and d.status = 'queued'
      and d.occurred_at <= ${new Date(now - KEPT_FOR.off)}`.execute(db)
  await db.deleteFrom('email_codes').where('requested_at', '<', yesterday).execute()
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<=', new Date(now - REMEMBERED_FOR))
    .execute()
}
