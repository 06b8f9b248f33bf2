import { sql } from 'kysely'
import type { getClosing } from '../../../contract/admin/closing.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { announcedDay, daysToErasure } from '../../../domain/closing.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { Db } from '../../database/transaction.ts'
import { getSettings } from '../settings/queries.ts'
import { countAhead, countPersons, findErasureFacts, findSpan } from './erasing/queries.ts'
import { findErasedAt } from './report/queries.ts'

export const CLOSING_SETTINGS = ['erase_after_days', 'erase_backups'] as const

/** When personal data are erased by themselves, and what goes with them. */
export const getClosingSettings = (db: Db) =>
  db.selectFrom('settings').select(CLOSING_SETTINGS).executeTakeFirstOrThrow()

type Closing = Omit<ResponseOf<typeof getClosing>, 'backups'>

/** How far the event has ended, as far as the database knows. */
export async function findClosing(db: Db, now: Instant): Promise<Closing> {
  const counts = sql<Pick<Closing, 'admins' | 'docents' | 'rooms' | 'dates' | 'slots' | 'screens'>>`
    select (select count(*) from admins)::int as admins, (select count(*) from docents)::int as docents,
      (select count(*) from rooms)::int as rooms, (select count(*) from event_dates)::int as dates,
      (select count(*) from slots)::int as slots, (select count(*) from screens)::int as screens`.execute(db)
  // The slowest of them, all mails, is read while the others are.
  const [persons, { event_name }, span, ahead, settings, facts, erased_at, { rows }] = await Promise.all([
    countPersons(db),
    getSettings(db),
    findSpan(db),
    countAhead(db, now),
    getClosingSettings(db),
    findErasureFacts(db),
    findErasedAt(db),
    counts,
  ])
  return {
    event_name,
    ...span,
    ahead,
    persons,
    settings,
    erasure_on: announcedDay(facts, now),
    erased_at,
    ...rows[0]!,
  }
}

/** In how many days personal data will be erased by themselves, where administrators should know: cheap, for polling. */
export const findDaysToErasure = async (db: Db, now: Instant): Promise<number | null> =>
  daysToErasure(await findErasureFacts(db), now)
