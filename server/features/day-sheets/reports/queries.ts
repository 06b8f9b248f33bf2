import { sql } from 'kysely'
import type { OpenReport } from '../../../../contract/admin/day-reports.ts'
import type { DayReport } from '../../../../contract/day-report.ts'
import { madridDate, type Instant } from '../../../../domain/madrid-time.ts'
import { isoRow } from '../../../database/iso-row.ts'
import type { Db } from '../../../database/transaction.ts'
import { findAffected } from '../../reservations/rearranging/queries.ts'
import { findLinkByToken } from '../queries.ts'
import { linkedRow } from '../../places/queries.ts'

/** The docent or room of a link. */
export type Place = { docent_id: number | null; room_id: number | null }
type Hours = Place & { date: string; start_time: string; end_time: string }

export async function countAffected(db: Db, report: Hours, now: Instant): Promise<number> {
  const { date, start_time: from, end_time: to, docent_id, room_id } = report
  const scope = { date, from, to, docent_id: docent_id ?? undefined, room_id: room_id ?? undefined }
  return (await findAffected(db, scope, now)).length
}

const selectReports = (db: Db) =>
  db
    .selectFrom('day_reports as y')
    .leftJoin('docents as d', 'd.id', 'y.docent_id')
    .leftJoin('rooms as r', 'r.id', 'y.room_id')
    .select(['y.date', 'y.start_time', 'y.end_time', 'y.reason', 'y.reported_at'])

export async function findReport(
  db: Db,
  { docent_id, room_id }: Place,
  date: string,
): Promise<DayReport | null> {
  const row = await selectReports(db)
    .select('y.done_at')
    .where('y.docent_id', 'is not distinct from', docent_id)
    .where('y.room_id', 'is not distinct from', room_id)
    .where('y.date', '=', date)
    .orderBy('y.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? isoRow(row) : null
}

export async function findOpenReports(db: Db, now: Instant): Promise<OpenReport[]> {
  const rows = await selectReports(db)
    .select(['y.id', 'y.version', 'y.docent_id', 'd.name as docent_name', 'y.room_id', 'r.name as room_name'])
    .where('y.done_at', 'is', null)
    .where('y.date', '>=', madridDate(now))
    .orderBy('y.reported_at')
    .execute()
  const counts = await Promise.all(rows.map((row) => countAffected(db, row, now)))
  return rows.map((row, at) => ({ ...linkedRow(row), affected: counts[at]! }))
}

/** The first start and the last end of a place's day. */
export async function findHours(db: Db, { docent_id, room_id }: Place, date: string) {
  const { rows } = await sql<{ start_time: string; end_time: string }>`
    select min(s.time) as start_time, max(s.end_time) as end_time
    from slots s join event_dates e on e.id = s.event_date_id
    where e.date = ${date} and (s.docent_id = ${docent_id} or s.room_id = ${room_id}) having count(*) > 0`.execute(
    db,
  )
  return rows[0] ?? null
}

/** `sheet` is the topic's token and date. Changes with the reservations and the reports of the sheet. */
export async function findSheetVersion(
  db: Db,
  sheet: string,
  now: Instant,
): Promise<{ hash: string } | undefined> {
  const [token, date] = sheet.split('.') as [string, string]
  const link = await findLinkByToken(db, token, now)
  if (!link) return undefined
  const here = sql`date = ${date} and (docent_id = ${link.docent_id} or room_id = ${link.room_id})`
  const { rows } = await sql<{ hash: string }>`
    select md5(concat(
      (select json_agg(json_build_array(id, version) order by id) from reservations where ${here}),
      (select json_agg(y order by id) from day_reports y where ${here}))) as hash`.execute(db)
  return rows[0]
}
