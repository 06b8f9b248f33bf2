import { sql } from 'kysely'
import type { Dashboard, getDashboard } from '../../../../contract/admin/dashboard.ts'
import type { HandlerInput } from '../../../../contract/endpoint.ts'
import { PAGE_SIZE } from '../../../../contract/page.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { QueuePart } from '../../../../domain/queue-part.ts'
import { ACTIVE } from '../../../../domain/reservation.ts'
import { hasWords, pageAt } from '../../../database/search.ts'
import { anyOf, idsOf, type Db } from '../../../database/transaction.ts'
import { asLists, isDisplayedAs, selectReservations, WAITS_SINCE } from '../queries.ts'

export type Asked = HandlerInput<typeof getDashboard>['query']

// Must match the condition of the partial index.
const WAITS = sql<boolean>`r.status in ('PENDING', 'CANCEL_REQUESTED')`

/** `queuePartOf` of the domain as SQL, for rows that wait. */
const partAt = (now: Instant) => sql<QueuePart>`case when r.ends_at > ${new Date(now)} then 'coming'
  when r.status = 'PENDING' then 'past' else 'past_cancellations' end`

const isFound = (search: string) => hasWords(sql.ref('r.search_key'), search)

export async function findQueue(db: Db, asked: Asked, now: Instant) {
  const [groups, page] = await Promise.all([
    countWaiting(db, asked.search, now),
    selectPage(db, asked, now).execute(),
  ])
  const [competing, member_tiers] = await Promise.all([findCompeting(db, page, now), findTiers(db, page)])
  const inPart = (wanted: QueuePart) => groups.filter(({ part }) => part === wanted)
  const coming = inPart('coming')
  const isOnDate = (group: { date: string }) => asked.date === undefined || group.date === asked.date
  const daysOf = (status: 'PENDING' | 'CANCEL_REQUESTED') => {
    const rows = page.filter((row) => row.status === status)
    const days = [...Map.groupBy(rows, ({ date }) => date)].map(([date, own]) => ({
      date,
      ...asLists(own, 'admin', now),
    }))
    return days.toSorted((a, b) => (a.date < b.date ? -1 : 1))
  }
  return {
    count: sumOf((asked.part ? inPart(asked.part) : groups).filter(isOnDate), 'found'),
    member_tiers,
    waiting: { pending: daysOf('PENDING'), cancel_requested: daysOf('CANCEL_REQUESTED') },
    queue: {
      coming: sumOf(coming, 'count'),
      past: sumOf(inPart('past'), 'found'),
      past_cancellations: sumOf(inPart('past_cancellations'), 'found'),
      days: coming.map(({ date, found }) => ({ date, count: found })).filter(({ count }) => count > 0),
      competing,
    },
  }
}

const sumOf = <Name extends string>(groups: readonly { [N in Name]: number }[], name: Name) =>
  groups.reduce((sum, group) => sum + group[name], 0)

function selectPage(db: Db, asked: Asked, now: Instant) {
  const { part, order, date, search, page, page_size = PAGE_SIZE.usual } = asked
  const { limit, offset } = pageAt(page, page_size)
  return selectReservations(db)
    .select(WAITS_SINCE.as('since'))
    .where(WAITS)
    .$if(part !== undefined, (query) => query.where(partAt(now), '=', part!))
    .$if(Boolean(search), (query) => query.where(isFound(search!)))
    .$if(date !== undefined, (query) => query.where('r.date', '=', date!))
    .$if(order !== 'waiting', (query) => query.orderBy('r.date'))
    .orderBy(order === 'waiting' ? 'since' : 'r.starts_at')
    .orderBy('r.id')
    .limit(limit)
    .offset(offset)
}

const countWaiting = (db: Db, search: string | undefined, now: Instant) =>
  db
    .selectFrom('reservations as r')
    .select(['r.date', partAt(now).as('part')])
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where ${search ? isFound(search) : sql`true`}))::int`.as('found'),
    ])
    .where(WAITS)
    .groupBy(['r.date', sql`2`])
    .orderBy('r.date')
    .execute()

type Row = Awaited<ReturnType<ReturnType<typeof selectPage>['execute']>>[number]

/**
 * Others of the company on that date and of the member at that time; whether the member holds over half of its
 * room time. Without the former reservation, which an approval cancels.
 */
async function findCompeting(db: Db, page: readonly Row[], now: Instant) {
  const isLive = isDisplayedAs(ACTIVE, now)
  const dates = [...new Set(page.map(({ date }) => date))]
  const { rows } = await sql<NonNullable<Dashboard['queue']>['competing'][number]>`
    with page as materialized (
      select p.id, p.date, p.member_id, p.starts_at, p.ends_at, search_key(p.company) as company, o.id as former,
        (o.date, search_key(o.company)) = (p.date, search_key(p.company)) as is_same_company
      from reservations p
        left join reservations o on o.id = p.replaces_id and o.status = 'APPROVED' and o.starts_at > ${new Date(now)}
      where p.id = ${anyOf(idsOf(page))}
    ), names as (
      select r.date, r.company as name, count(*) as count from reservations r
      where ${isLive} and r.date = any(${dates}::date[]) and r.company <> ''
      group by 1, 2
    ), companies as (
      select date, search_key(name) as company, sum(count)::int as count from names group by 1, 2
    ), rooms_open as materialized (
      select date, (select sum(duration) from slots where event_date_id = event_dates.id and room_id is not null) as minutes
      from event_dates where date = any(${dates}::date[])
    )
    select page.id, coalesce(companies.count - 1 - (is_same_company is true)::int, 0) as company, coalesce((
      select sum(extract(epoch from r.ends_at - r.starts_at) / 60) from reservations r
      where r.member_id = page.member_id and r.date = page.date and r.kind = 'GROUP_MEETING' and r.holds and r.id is distinct from former
    ) * 2 > (select minutes from rooms_open where rooms_open.date = page.date), false) as holds_half, (
      select count(*)::int from reservations r
      where r.member_id = page.member_id and r.id <> page.id and r.id is distinct from former and ${isLive}
        and r.starts_at < page.ends_at and r.ends_at > page.starts_at) as overlapping
    from page left join companies using (date, company) order by page.id`.execute(db)
  return rows
}

const findTiers = (db: Db, page: readonly Row[]) =>
  db
    .selectFrom('members')
    .select(['id', 'is_vip', 'is_vvip'])
    .where('id', '=', anyOf(page.map(({ member_id }) => member_id)))
    .where('is_vip', '=', true)
    .orderBy('id')
    .execute()
