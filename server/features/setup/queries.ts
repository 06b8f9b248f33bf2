import { sql, type RawBuilder } from 'kysely'
import type { markStep, Setup } from '../../../contract/admin/setup.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { madridDate, type Instant } from '../../../domain/madrid-time.ts'
import type { Db } from '../../database/transaction.ts'

type Stored = Omit<Setup, 'has_mail_server' | 'public_url' | 'rehearsal' | 'has_sample'>

type PlaceColumn = 'docent_id' | 'room_id'

// The limit makes each an index lookup; without it PostgreSQL reads all slots.
const hasSlot = (column: PlaceColumn, which: RawBuilder<unknown>) =>
  sql`exists (select from slots where ${sql.ref(column)} is not null and ${which} limit 1)`

const onAnyDate = (column: PlaceColumn, id: RawBuilder<unknown>) =>
  sql`exists (
    select from event_dates
    where ${hasSlot(column, sql`event_date_id = event_dates.id and ${sql.ref(column)} = ${id}`)} limit 1)`

/** Past days need no slots. */
export async function findSetup(db: Db, now: Instant): Promise<Stored> {
  const { rows } = await sql<Stored>`
    with ahead as materialized (
      select id, date from event_dates where date >= ${madridDate(now)}::date
    )
    select event_name, contact_email, privacy_notice <> '' as has_own_notice, setup_unneeded as unneeded,
      exists (select from event_images where name = 'logo') as has_logo,
      (select count(*)::int from members where not is_sample) as members,
      (select count(*)::int from event_dates) as dates,
      (select min(date) from ahead) as next_date,
      (select count(*)::int from ahead where not ${hasSlot('docent_id', sql`event_date_id = ahead.id`)})
        as dates_without_tours,
      (select count(*)::int from ahead where not ${hasSlot('room_id', sql`event_date_id = ahead.id`)})
        as dates_without_meetings,
      (select count(*)::int from docents) as docents,
      (select count(*)::int from docents where not ${onAnyDate('docent_id', sql`docents.id`)})
        as docents_without_times,
      (select count(*)::int from rooms) as rooms,
      (select count(*)::int from rooms where not ${onAnyDate('room_id', sql`rooms.id`)}) as rooms_without_times,
      (select status from mails where kind = 'test' order by id desc limit 1) as test_mail,
      (select count(*)::int from screens) as screens,
      (select count(*)::int from rooms where id not in (select room_id from screens)) as rooms_without_screen,
      exists (select from admins where password_is_printed) as has_printed_password
    from settings`.execute(db)
  return rows[0]!
}

/** In one statement, so that two administrators do not overwrite each other. */
export const markSetupStep = (db: Db, { step, is_needed }: BodyOf<typeof markStep>) =>
  sql`
    update settings set setup_unneeded = array_remove(setup_unneeded, ${step})
      || ${is_needed ? [] : [step]}::text[]`.execute(db)
