import { sql } from 'kysely'
import type { OpenReport } from '../../../../contract/admin/day-reports.ts'
import type { DayReport } from '../../../../contract/day-report.ts'
import { madridDate, type Instant } from '../../../../domain/madrid-time.ts'
import { isoRow } from '../../../database/iso-row.ts'
import type { Db } from '../../../database/transaction.ts'

/** Of a link: one docent or room. */
export type Place = { docent_id: number | null; room_id: number | null }

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

export async function findOpenReports(db: Db): Promise<OpenReport[]> {
  const rows = await selectReports(db)
    .select(['y.id', 'y.version', 'y.docent_id', 'd.name as docent_name', 'y.room_id', 'r.name as room_name'])
    .where('y.done_at', 'is', null)
    .orderBy('y.reported_at')
    .execute()
  return rows.map(({ docent_id, docent_name, room_id, room_name, ...row }) => ({
    ...isoRow(row),
    docent: docent_id === null ? null : { id: docent_id, name: docent_name! },
    room: room_id === null ? null : { id: room_id, name: room_name! },
  }))
}

/** The first start and the last end of a place's day. */
export async function findHours(db: Db, { docent_id, room_id }: Place, date: string) {
  const { start_time, end_time } = await db
    .selectFrom('slots as s')
    .innerJoin('event_dates as e', 'e.id', 's.event_date_id')
    .select([
      sql<string | null>`min(s.time)`.as('start_time'),
      sql<string | null>`max(s.end_time)`.as('end_time'),
    ])
    .where('e.date', '=', date)
    .where('s.docent_id', 'is not distinct from', docent_id)
    .where('s.room_id', 'is not distinct from', room_id)
    .executeTakeFirstOrThrow()
  return start_time === null || end_time === null ? null : { start_time, end_time }
}

/** Changes with everything that a link's sheets show from today on. */
export async function findSheetVersion(
  db: Db,
  link_id: number,
  now: Instant,
): Promise<{ hash: string } | undefined> {
  const { rows } = await sql<{ hash: string }>`
    select md5(concat(
      (select json_agg(json_build_array(r.id, r.version, r.arrived_at) order by r.id) from reservations r
        where r.date >= ${madridDate(now)} and (r.docent_id = l.docent_id or r.room_id = l.room_id)),
      (select json_agg(y order by y.id) from day_reports y
        where y.docent_id = l.docent_id or y.room_id = l.room_id))) as hash
    from day_sheet_links l where l.id = ${link_id} and l.expires_at > ${new Date(now)}`.execute(db)
  return rows[0]
}
