import { sql } from 'kysely'
import type { Persons } from '../../../../contract/admin/closing.ts'
import { type ErasureFacts } from '../../../../domain/closing.ts'
import { type Instant } from '../../../../domain/madrid-time.ts'
import { isAwaited } from '../../../../domain/reservation.ts'
import type { Db } from '../../../database/transaction.ts'
import { obeys } from '../../reservations/queries.ts'

export async function countAhead(db: Db, now: Instant): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reservations r where ${obeys(isAwaited, now)}`.execute(db)
  return rows[0]!.count
}

/** Dates of the event, or of its reservations if the dates were deleted. */
export async function findSpan(db: Db): Promise<{ first_date: string | null; last_date: string | null }> {
  const { rows } = await sql<{ first_date: string | null; last_date: string | null }>`
    select least((select min(date) from event_dates), (select min(date) from reservations)) as first_date,
      greatest((select max(date) from event_dates), (select max(date) from reservations)) as last_date`.execute(
    db,
  )
  return rows[0]!
}

export const findProgress = async (db: Db, now: Instant) => ({
  last_date: (await findSpan(db)).last_date,
  ahead: await countAhead(db, now),
})

/** Without mails to the organisers. */
const NAMES_SOMEBODY = sql<boolean>`to_address <> ''
  and to_address is distinct from (select contact_email from settings)
  and to_address is distinct from (select alert_email from settings)`

export async function countPersons(db: Db): Promise<Persons> {
  const { rows } = await sql<Persons>`
    select (select count(*) from members)::int as members,
      -- An erased company is empty.
      (select count(*) from reservations where company <> '')::int as reservations,
      (select count(*) from mails where ${NAMES_SOMEBODY})::int as mails`.execute(db)
  return rows[0]!
}

/** Cheap, because it is polled. */
export async function findErasureFacts(db: Db): Promise<ErasureFacts> {
  const settings = await db
    .selectFrom('settings')
    .select(['erase_after_days', 'erasure_told_for', 'erasure_told_at'])
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ has_persons: boolean }>`
      select exists (select from members where not is_sample)
        or exists (select from reservations where member_id is null and company <> '')
        -- The sample event's visitors are no persons.
        or not exists (select from members where is_sample)
        and exists (select from mails where created_at > coalesce((select max(at) from erasures), '-infinity')
          and ${NAMES_SOMEBODY}) as has_persons`.execute(db)
  return {
    last_date: (await findSpan(db)).last_date,
    after_days: settings.erase_after_days,
    told_for: settings.erasure_told_for,
    told_at: settings.erasure_told_at?.getTime() ?? null,
    has_persons: rows[0]!.has_persons,
  }
}
