import { sql } from 'kysely'
import type { getClosing } from '../../../contract/admin/closing.ts'
import { closingSettings } from '../../../contract/admin/settings.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { announcedDay, daysToErasure } from '../../../domain/closing.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { Database } from '../../database/schema.ts'
import type { Db } from '../../database/transaction.ts'
import { getSettings, readSection } from '../settings/queries.ts'
import { countAhead, countPersons, findErasureFacts, findSpan } from './erasing/queries.ts'
import { findErasedAt } from './report/queries.ts'

type Closing = Omit<ResponseOf<typeof getClosing>, 'backups'>

export async function countRows<Table extends keyof Database>(
  db: Db,
  tables: readonly Table[],
): Promise<Record<Table, number>> {
  const counts = tables.map(
    (table) => sql`(select count(*) from ${sql.table(table)})::int as ${sql.ref(table)}`,
  )
  const { rows } = await sql<Record<Table, number>>`select ${sql.join(counts)}`.execute(db)
  return rows[0]!
}

const COUNTED = ['admins', 'docents', 'rooms', 'event_dates', 'slots', 'screens'] as const

export async function findClosing(db: Db, now: Instant): Promise<Closing> {
  const { event_dates: dates, ...counts } = await countRows(db, COUNTED)
  return {
    ...(await findSpan(db)),
    ...counts,
    dates,
    event_name: (await getSettings(db)).event_name,
    ahead: await countAhead(db, now),
    settings: await readSection(db, closingSettings),
    erasure_on: announcedDay(await findErasureFacts(db), now),
    erased_at: await findErasedAt(db),
    persons: await countPersons(db),
  }
}

/** Cheap, because it is polled. Null if administrators need no notice yet. */
export const findDaysToErasure = async (db: Db, now: Instant): Promise<number | null> =>
  daysToErasure(await findErasureFacts(db), now)
