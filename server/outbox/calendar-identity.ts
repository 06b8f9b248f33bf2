import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { identityOf, type CalendarNotice } from '../mail/calendar.ts'
import type { CalendarIdentity } from '../mail/mail.ts'

/** Calendars keep a cancelled entry if its cancellation names another UID or ORGANIZER than the request. */
export async function withIdentity<Notice extends CalendarNotice>(
  db: Db,
  notices: readonly Notice[],
): Promise<Notice[]> {
  const ids = notices.map(({ reservation }) => reservation.id)
  const find = async () => {
    const { rows } = await sql<{ id: number; calendar_identity: CalendarIdentity }>`
      select id, calendar_identity from reservations where id = any(${ids}) and calendar_identity is not null`.execute(
      db,
    )
    return new Map(rows.map((row) => [row.id, row.calendar_identity]))
  }
  let stored = await find()
  // Without a row to change, the update would still announce a change of bookings.
  if (stored.size < ids.length) {
    const wanted = notices.map((notice, n) => ({ id: ids[n], identity: identityOf(notice) }))
    await sql`
      with wanted as (
        select r.id, w.identity from reservations r
        join json_to_recordset(${JSON.stringify(wanted)}::json) as w (id int, identity jsonb) using (id)
        where calendar_identity is null order by id for no key update of r
      )
      update reservations r set calendar_identity = identity from wanted w where r.id = w.id`.execute(db)
    stored = await find()
  }
  return notices.map((notice, n) => ({ ...notice, identity: stored.get(ids[n]!) }))
}
