import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { identityOf, type CalendarNotice } from '../mail/calendar.ts'
import type { CalendarIdentity } from '../mail/mail.ts'

/** Calendars keep a cancelled entry if its cancellation names another UID or ORGANIZER than the request. */
export async function withIdentity<Notice extends CalendarNotice>(
  db: Db,
  notices: readonly Notice[],
): Promise<Notice[]> {
  const wanted = notices.map((notice) => ({ id: notice.reservation.id, identity: identityOf(notice) }))
  const { rows } = await sql<{ id: number; calendar_identity: CalendarIdentity }>`
    with wanted as (
      select r.id, w.identity from reservations r
      join json_to_recordset(${JSON.stringify(wanted)}::json) as w (id int, identity jsonb) using (id)
      where calendar_identity is null order by id for no key update of r
    ), first as (
      update reservations r set calendar_identity = identity from wanted w where r.id = w.id
      returning r.id, r.calendar_identity
    )
    select * from first
    union all select id, calendar_identity from reservations
    where id = any(${wanted.map(({ id }) => id)}) and calendar_identity is not null`.execute(db)
  const stored = new Map(rows.map(({ id, calendar_identity }) => [id, calendar_identity]))
  return notices.map((notice) => ({ ...notice, identity: stored.get(notice.reservation.id) }))
}
