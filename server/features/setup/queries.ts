import { sql } from 'kysely'
import type { Setup } from '../../../contract/admin/setup.ts'
import { madridDate, type Instant } from '../../../domain/madrid-time.ts'
import type { Db } from '../../database/transaction.ts'

type Stored = Omit<Setup, 'has_mail_server' | 'rehearsal' | 'has_sample'>

/** How far the event is set up, as far as that is stored. Days that are over lack nothing. */
export async function findSetup(db: Db, now: Instant): Promise<Stored> {
  const { rows } = await sql<Stored>`
    with used as materialized (
      select event_date_id, docent_id, room_id from slots group by event_date_id, docent_id, room_id
    ), ahead as materialized (
      select id, date from event_dates where date >= ${madridDate(now)}::date
    )
    select
      (select count(*)::int from event_dates) as dates,
      (select min(date) from ahead) as next_date,
      (select count(*)::int from ahead where id not in (select event_date_id from used where docent_id is not null))
        as dates_without_tours,
      (select count(*)::int from ahead where id not in (select event_date_id from used where room_id is not null))
        as dates_without_meetings,
      (select count(*)::int from docents) as docents,
      (select count(*)::int from docents
        where id not in (select docent_id from used where docent_id is not null)) as docents_without_times,
      (select count(*)::int from rooms) as rooms,
      (select count(*)::int from rooms
        where id not in (select room_id from used where room_id is not null)) as rooms_without_times,
      (select status from mails where kind = 'test' order by id desc limit 1) as test_mail,
      (select count(*)::int from screens) as screens,
      (select count(*)::int from rooms where id not in (select room_id from screens)) as rooms_without_screen,
      exists (select from admins where password_is_printed) as has_printed_password`.execute(db)
  return rows[0]!
}
