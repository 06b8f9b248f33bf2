import { sql } from 'kysely'
import type { DateRange, Feedback, Reason, Statistics } from '../../../../contract/admin/statistics.ts'
import { isoInMadrid } from '../../../../domain/madrid-time.ts'
import type { Db, Tx } from '../../../database/transaction.ts'

/** Inclusive; without a bound, open. */
export const fromDate = ({ start_date }: DateRange) => start_date ?? '1000-01-01'
export const untilDate = ({ end_date }: DateRange) => end_date ?? '9999-12-31'

const ABOUT = [
  sql<string>`(select t.time from reservation_slots t where t.reservation_id = r.id
    order by t.position limit 1)`.as('time'),
  sql<string>`r.place ->> 'name'`.as('place'),
  sql<string>`r.visitor ->> 'company'`.as('company'),
  sql<string>`r.visitor ->> 'name'`.as('name'),
] as const

/** Rows per read of an export. */
const PAGE = 2_000

/** Below the last row of the previous page. */
type After = { at: Date; id: number } | undefined
type PageOf = { max: number; after?: After }

/** Latest first, in index order. For a single day, starting from its reservations is faster. */
const selectSteps = (db: Db, range: DateRange, { max, after }: PageOf) =>
  db
    .selectFrom('reservation_history as h')
    .innerJoin('reservations as r', 'r.id', 'h.reservation_id')
    .select(['r.id', 'r.kind', 'r.status', 'r.date', 'h.at'])
    .select(ABOUT)
    .where('r.date', '>=', fromDate(range))
    .where('r.date', '<=', untilDate(range))
    .orderBy('h.at', 'desc')
    .orderBy('h.reservation_id', 'desc')
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(h.at, h.reservation_id) < (${after!.at}::timestamptz, ${after!.id}::int)`),
    )
    .limit(max)

type About = Omit<Awaited<ReturnType<ReturnType<typeof selectSteps>['execute']>>[number], 'status'>

const aboutOf = ({ id, kind, date, time, place, company, name, at }: About) => ({
  id,
  type: kind,
  date,
  time,
  place,
  company,
  name,
  at: isoInMadrid(at.getTime()),
})

export const findReasons = (db: Db, range: DateRange, page: PageOf) =>
  selectSteps(db, range, page)
    // Both are final, so a reservation has one such step. Literals, so that the partial index applies.
    .where(sql<boolean>`h.to_status in ('REJECTED', 'CANCELLED') and h.from_status <> h.to_status`)
    .whereRef('r.status', '=', 'h.to_status')
    .select('r.cancel_note')
    .execute()

export const reasonOf = (row: Awaited<ReturnType<typeof findReasons>>[number]): Reason => ({
  ...aboutOf(row),
  status: row.status as Reason['status'],
  reason: row.cancel_note,
})

const FEEDBACK = ['r.feedback', sql<string>`r.visitor ->> 'title'`.as('title')] as const

const selectFeedback = (db: Db, range: DateRange) =>
  db
    .selectFrom('reservations as r')
    .where('r.feedback', 'is not', null)
    .where('r.date', '>=', fromDate(range))
    .where('r.date', '<=', untilDate(range))

const findUndated = (db: Db, range: DateRange, { max, after }: PageOf) =>
  selectFeedback(db, range)
    .select(['r.id', 'r.kind', 'r.date', 'r.updated_at as at'])
    .select(ABOUT)
    .select(FEEDBACK)
    .where(
      sql<boolean>`not exists (select from reservation_history h
        where h.reservation_id = r.id and h.action = 'feedback')`,
    )
    .$if(after !== undefined, (query) => query.where('r.id', '<', after!.id))
    .orderBy('r.id', 'desc')
    .limit(max)
    .execute()

const findDated = (db: Db, range: DateRange, page: PageOf) =>
  selectSteps(db, range, page)
    .where(sql<boolean>`h.action = 'feedback'`)
    .where('r.feedback', 'is not', null)
    // Leaves out texts that were replaced later.
    .where(
      sql<boolean>`not exists (select from reservation_history later
        where later.reservation_id = h.reservation_id and later.id > h.id and later.action = 'feedback')`,
    )
    .select(FEEDBACK)
    .execute()

const feedbackOf = (row: Awaited<ReturnType<typeof findUndated>>[number]): Feedback => ({
  ...aboutOf(row),
  title: row.title,
  feedback: row.feedback!,
})

export async function findFeedback(db: Db, range: DateRange, max: number): Promise<Statistics['feedback']> {
  const { count } = await selectFeedback(db, range)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  const dated = await findDated(db, range, { max })
  const missing = Math.min(max, count) - dated.length
  const undated = missing > 0 ? await findUndated(db, range, { max: missing }) : []
  return { count, results: [...dated, ...undated].map(feedbackOf) }
}

async function* pagesOf<Row extends { at: Date; id: number }>(find: (page: PageOf) => Promise<Row[]>) {
  for (let after: After, more = true; more;) {
    const rows = await find({ max: PAGE, after })
    yield rows
    after = rows.at(-1)
    more = rows.length === PAGE
  }
}

export async function* pageReasons(tx: Tx, range: DateRange): AsyncGenerator<Reason[]> {
  for await (const rows of pagesOf((page) => findReasons(tx, range, page))) yield rows.map(reasonOf)
}

/** Undated feedback comes last. */
export async function* pageFeedback(tx: Db, range: DateRange): AsyncGenerator<Feedback[]> {
  for (const find of [findDated, findUndated])
    for await (const rows of pagesOf((page) => find(tx, range, page))) yield rows.map(feedbackOf)
}
