import { sql } from 'kysely'
import type { getClosing } from '../../../contract/admin/closing.ts'
import { closingSettings } from '../../../contract/admin/settings.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { announcedDay, daysToErasure } from '../../../domain/closing.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { Db } from '../../database/transaction.ts'
import { getSettings, readSection } from '../settings/queries.ts'
import { countAhead, countPersons, findErasureFacts, findSpan } from './erasing/queries.ts'
import { findErasedAt } from './report/queries.ts'

type Closing = Omit<ResponseOf<typeof getClosing>, 'backups'>

type Rows = Pick<Closing, 'admins' | 'docents' | 'rooms' | 'dates' | 'slots' | 'screens'>

async function countRows(db: Db): Promise<Rows> {
  const { rows } = await sql<Rows>`
    select (select count(*) from admins)::int as admins, (select count(*) from docents)::int as docents,
      (select count(*) from rooms)::int as rooms, (select count(*) from event_dates)::int as dates,
      (select count(*) from slots)::int as slots, (select count(*) from screens)::int as screens`.execute(db)
  return rows[0]!
}

const findFacts = async (db: Db, now: Instant) => ({
  ...(await findSpan(db)),
  ...(await countRows(db)),
  event_name: (await getSettings(db)).event_name,
  ahead: await countAhead(db, now),
  settings: await readSection(db, closingSettings),
  erasure_on: announcedDay(await findErasureFacts(db), now),
  erased_at: await findErasedAt(db),
})

export async function findClosing(db: Db, now: Instant): Promise<Closing> {
  const [persons, facts] = await Promise.all([countPersons(db), findFacts(db, now)])
  return { ...facts, persons }
}

/** Cheap, because it is polled. Null if administrators need no notice yet. */
export const findDaysToErasure = async (db: Db, now: Instant): Promise<number | null> =>
  daysToErasure(await findErasureFacts(db), now)
