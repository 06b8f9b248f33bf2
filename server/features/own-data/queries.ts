import { sql, type RawBuilder } from 'kysely'
import { reservationsIn } from '../../../contract/reservation.ts'
import { actionText } from '../../../contract/reservation-history.ts'
import type { Member } from '../../../contract/member.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { isActive } from '../../../domain/reservation.ts'
import { isoRow } from '../../database/iso-row.ts'
import { anyOf, idsOf, type Db } from '../../database/transaction.ts'
import { findOwnFeed } from '../calendar-feeds/queries.ts'
import { findReservationsOfMember, obeys } from '../reservations/queries.ts'
import { getSettings } from '../settings/queries.ts'
import { findEntriesOfMember } from '../waitlist/queries.ts'

export async function findOwnData(db: Db, member: Member, now: Instant) {
  const { found } = await findReservationsOfMember(db, member.id, now)
  const { event_name } = await getSettings(db)
  const of = anyOf(idsOf(reservationsIn(found)))
  const find = async <Row>(rows: RawBuilder<Row>) =>
    (await rows.execute(db)).rows.map((row) => isoRow(row as Row & object))
  const [signed_up] = await find(sql`select created_at from members where id = ${member.id}`)
  // Administrators are not named: their decisions are the member's data, their identity is not.
  const history = await find(sql<{ action: string }>`
    select reservation_id, at, actor_kind as by, action, reason, changes from reservation_history
    where reservation_id = ${of} order by id`)
  return {
    event_name,
    made_at: isoInMadrid(now),
    member: { ...member, ...signed_up },
    reservations: found,
    waitlist: await findEntriesOfMember(db, member.id, now, Infinity),
    history: history.map((row) => ({ ...row, action_text: actionText(row.action) })),
    mails: await find(sql`
      select kind, subject, to_address, status, created_at, sent_at,
        case when kind = 'message' then facts ->> 'text' end as text
      from mails where to_address = ${member.email} and reservation_id is null or reservation_id = ${of}
      order by id`),
    reminders: await find(sql`
      select reservation_id, kind, starts_at, due_at, outcome, ended_at from reminders
      where reservation_id = ${of} order by due_at, reservation_id`),
    // Without the push keys.
    devices: await find(sql`
      select s.created_at, count(p.id)::int as told, max(p.created_at) as last_told_at
      from push_subscriptions s left join pushes p on p.subscription_id = s.id
      where s.member_id = ${member.id} group by s.id order by s.id`),
    calendar_link: await findOwnFeed(db, member.id),
    sessions: await find(sql`
      select device, created_at, last_seen_at, expires_at from sessions
      where member_id = ${member.id} order by created_at`),
    // Few: they are counted for minutes only.
    failed_logins: await find(sql`
      select at, origin as network from attempts
      where kind = 'login' and account = ${member.phone} order by at`),
    known_devices: await find(sql`
      select created_at, last_seen_at from known_devices where member_id = ${member.id} order by id`),
  }
}

export async function findActiveIds(db: Db, member_id: number, now: Instant): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from reservations r where r.member_id = ${member_id} and ${obeys(isActive, now)}
    order by r.id`.execute(db)
  return idsOf(rows)
}
