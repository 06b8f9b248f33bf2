import type { EventDate } from '../../../contract/event-date.ts'
import type { Db } from '../../database/transaction.ts'

/** All days of the event, ascending. */
export const findEventDates = (db: Db): Promise<EventDate[]> =>
  db.selectFrom('event_dates').select(['id', 'date']).orderBy('date').execute()
