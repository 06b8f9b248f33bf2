import { sql } from 'kysely'
import { QUEUE_PAGE, type listQueue, type Queued, type QueuePage } from '../../../../contract/admin/queue.ts'
import type { HandlerInput } from '../../../../contract/endpoint.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { ACTIVE } from '../../../../domain/reservation.ts'
import { cursorOf, isAfter, placeCursorOf, takesPlaceAfter } from '../../../database/cursor.ts'
import { hasWords } from '../../../database/search.ts'
import type { Db } from '../../../database/transaction.ts'
import { isDisplayedAs, selectReservations, toWire } from '../queries.ts'

type Asked = HandlerInput<typeof listQueue>['query']

// In these words, by which the index of what waits is known.
const WAITS = sql<boolean>`r.status in ('PENDING', 'CANCEL_REQUESTED')`

/** `isPastRequest` of the domain, for the database. */
const isPast = (now: Instant) => sql<boolean>`(r.status = 'PENDING' and r.ends_at <= ${new Date(now)})`

const isFound = (search: string) => hasWords(sql.ref('r.search_key'), search)

/** Since when an answer is awaited. */
const SINCE = sql<Date>`coalesce(case when r.status = 'CANCEL_REQUESTED' then (
  select h.at from reservation_history h where h.reservation_id = r.id and h.action = 'request_cancellation'
  order by h.id desc limit 1) end, r.created_at)`

/** One page of what waits for a decision, what there is to weigh about each, and how many there are. */
export async function findQueue(db: Db, asked: Asked, now: Instant): Promise<QueuePage> {
  const [has_reservations, counts, rows] = await Promise.all([
    hasReservations(db),
    countWaiting(db, asked.search, now),
    selectPage(db, asked, now).execute(),
  ])
  const page = rows.slice(0, QUEUE_PAGE)
  const last = rows.length > QUEUE_PAGE ? page.at(-1) : undefined
  const [competing, tiers] = await Promise.all([
    findCompeting(db, page, now),
    findTiers(
      db,
      page.map(({ member_id }) => member_id),
    ),
  ])
  return {
    has_reservations,
    ...counts,
    results: page.map((row) => ({
      reservation: toWire(row, 'admin', now),
      competing: competing.get(row.id) ?? { company: 0, overlapping: 0 },
      tier: tiers.get(row.member_id) ?? null,
    })),
    next: last ? (asked.order === 'waiting' ? cursorOf(last.since, last.id) : placeCursorOf(last)) : null,
  }
}

function selectPage(db: Db, { part, order, date, search, after }: Asked, now: Instant) {
  const isByWaiting = order === 'waiting'
  const isNext = (cursor: string) => (isByWaiting ? isAfter(SINCE, cursor) : takesPlaceAfter(cursor))
  return selectReservations(db)
    .select(SINCE.as('since'))
    .where(WAITS)
    .where(part === 'past' ? isPast(now) : sql<boolean>`not ${isPast(now)}`)
    .$if(Boolean(search), (query) => query.where(isFound(search!)))
    .$if(date !== undefined, (query) => query.where('r.date', '=', date!))
    .$if(after !== undefined, (query) => query.where(isNext(after!)))
    .$if(isByWaiting, (query) => query.orderBy('since'))
    .$if(!isByWaiting, (query) => query.orderBy('r.date').orderBy('r.starts_at'))
    .orderBy('r.id')
    .limit(QUEUE_PAGE + 1)
}

const hasReservations = async (db: Db) =>
  (await db.selectFrom('reservations').select('id').limit(1).executeTakeFirst()) !== undefined

async function countWaiting(db: Db, search: string | undefined, now: Instant) {
  const groups = await db
    .selectFrom('reservations as r')
    .select(['r.date', isPast(now).as('is_past')])
    .select([
      sql<string>`count(*)`.as('count'),
      sql<string>`count(*) filter (where ${search ? isFound(search) : sql`true`})`.as('found'),
    ])
    .where(WAITS)
    .groupBy(['r.date', sql`2`])
    .orderBy('r.date')
    .execute()
  const coming = groups.filter(({ is_past }) => !is_past)
  const past = groups.filter(({ is_past }) => is_past)
  return {
    count: coming.reduce((sum, { count }) => sum + Number(count), 0),
    past: past.reduce((sum, { found }) => sum + Number(found), 0),
    days: coming.map(({ date, found }) => ({ date, count: Number(found) })).filter(({ count }) => count > 0),
  }
}

type Row = Awaited<ReturnType<ReturnType<typeof selectPage>['execute']>>[number]

/** How many others compete with each of a page: its company's on that date, and its member's at the same time. */
async function findCompeting(
  db: Db,
  page: readonly Row[],
  now: Instant,
): Promise<Map<number, Queued['competing']>> {
  const isLive = isDisplayedAs(ACTIVE, now)
  const { rows } = await sql<Queued['competing'] & { id: number }>`
    with page as materialized (
      select p.id, p.date, p.member_id, p.starts_at, p.ends_at, search_key(p.visitor ->> 'company') as company
      from reservations p where p.id = any(${page.map(({ id }) => id)}::int[])
    ), names as (
      select r.date, r.visitor ->> 'company' as name, count(*) as count from reservations r
      where ${isLive} and r.date = any(${[...new Set(page.map(({ date }) => date))]}::date[])
      group by 1, 2
    ), companies as (
      select date, search_key(name) as company, sum(count)::int as count from names group by 1, 2
    )
    select page.id, companies.count - 1 as company, (
      select count(*)::int from reservations r
      where r.member_id = page.member_id and r.id <> page.id and ${isLive}
        and r.starts_at < page.ends_at and r.ends_at > page.starts_at) as overlapping
    from page join companies using (date, company)`.execute(db)
  return new Map(rows.map(({ id, ...competing }) => [id, competing]))
}

/** The tiers of those of these members who are above the normal one. */
async function findTiers(db: Db, ids: readonly (number | null)[]) {
  const rows = await db
    .selectFrom('members')
    .select(['id', 'is_vip', 'is_vvip'])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where('is_vip', '=', true)
    .execute()
  return new Map(rows.map(({ id, ...tier }) => [id as number | null, tier]))
}

/** The numbers of everything that waits. */
export async function findWaitingIds(db: Db): Promise<{ ids: number[] }> {
  const rows = await db
    .selectFrom('reservations as r')
    .select('r.id')
    .where(WAITS)
    .orderBy('r.date')
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .execute()
  return { ids: rows.map(({ id }) => id) }
}
