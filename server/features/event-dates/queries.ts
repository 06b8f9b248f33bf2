import { sql } from 'kysely'
import type { EventDate } from '../../../contract/event-date.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { countEventDates } from '../../../contract/admin/event-dates.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isAwaited } from '../../../domain/reservation.ts'
import { obeys } from '../reservations/queries.ts'
import type { Db } from '../../database/transaction.ts'

export const findEventDates = (db: Db): Promise<EventDate[]> =>
  db.selectFrom('event_dates').select(['id', 'date']).orderBy('date').execute()

export const findDates = async (db: Db): Promise<string[]> =>
  (await findEventDates(db)).map(({ date }) => date)

export async function findCounts(db: Db, now: Instant): Promise<ResponseOf<typeof countEventDates>> {
  const { rows } = await sql<ResponseOf<typeof countEventDates>[number]>`
    with tours as (
      select event_date_id, count(*)::int as slots from slots where docent_id is not null group by event_date_id
    ), meetings as (
      select event_date_id, count(*)::int as slots from slots where room_id is not null group by event_date_id
    ), awaited as (
      select date, count(*)::int as reservations from reservations r where ${obeys(isAwaited, now)} group by date
    )
    select d.id, d.date, coalesce(t.slots, 0) as tour_slots, coalesce(m.slots, 0) as room_slots,
      coalesce(a.reservations, 0) as reservations
    from event_dates d left join tours t on t.event_date_id = d.id left join meetings m on m.event_date_id = d.id
      left join awaited a on a.date = d.date
    order by d.date`.execute(db)
  return rows
}
