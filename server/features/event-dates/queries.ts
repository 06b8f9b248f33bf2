import type { EventDate } from '../../../contract/event-date.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { countEventDates } from '../../../contract/admin/event-dates.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { ACTIVE, isAwaited } from '../../../domain/reservation.ts'
import { factsOf } from '../reservations/queries.ts'
import type { Db } from '../../database/transaction.ts'

/** All days of the event, ascending. */
export const findEventDates = (db: Db): Promise<EventDate[]> =>
  db.selectFrom('event_dates').select(['id', 'date']).orderBy('date').execute()

/** All days of the event, each with how many slots it has and how many reservations on it somebody waits for. */
export async function findCounts(db: Db, now: Instant): Promise<ResponseOf<typeof countEventDates>> {
  const days = await findEventDates(db)
  const slots = await db
    .selectFrom('slots')
    .select(({ fn }) => ['event_date_id', 'kind', fn.countAll<string>().as('count')])
    .groupBy(['event_date_id', 'kind'])
    .execute()
  const reservations = await db
    .selectFrom('reservations as r')
    .select(['r.event_date_id', 'r.kind', 'r.status', 'r.starts_at', 'r.ends_at'])
    .where('r.status', 'in', ACTIVE)
    .execute()
  const awaited = reservations.filter((row) => isAwaited(factsOf(row), now))
  return days.map((day) => {
    const countOf = (kind: string) =>
      Number(slots.find((row) => row.event_date_id === day.id && row.kind === kind)?.count ?? 0)
    return {
      ...day,
      tour_slots: countOf('VIP_TOUR'),
      room_slots: countOf('GROUP_MEETING'),
      reservations: awaited.filter(({ event_date_id }) => event_date_id === day.id).length,
    }
  })
}
