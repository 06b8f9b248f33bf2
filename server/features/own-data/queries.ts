import { sql } from 'kysely'
import { reservationFacts, type ReservationLists } from '../../../contract/reservation.ts'
import { actionText } from '../../../contract/reservation-history.ts'
import type { Member } from '../../../contract/member.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { isActive } from '../../../domain/reservation.ts'
import { isoRow } from '../../database/iso-row.ts'
import { anyOf, type Db } from '../../database/transaction.ts'
import { findOwnFeed } from '../calendar-feeds/queries.ts'
import { findReservationsOfMember } from '../reservations/queries.ts'
import { getSettings } from '../settings/queries.ts'
import { findEntriesOfMember } from '../waitlist/queries.ts'

export async function findOwnData(db: Db, member: Member, now: Instant) {
  const { found } = await findReservationsOfMember(db, member.id, now)
  const { event_name } = await getSettings(db)
  const { created_at } = await db
    .selectFrom('members')
    .select('created_at')
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()
  return {
    event_name,
    made_at: isoInMadrid(now),
    member: { ...member, created_at: isoInMadrid(created_at.getTime()) },
    reservations: found,
    waitlist: await findEntriesOfMember(db, member.id, now, Infinity),
    history: await findOwnHistory(db, idsOf(found)),
    mails: await findOwnMails(db, member, idsOf(found)),
    reminders: await findOwnReminders(db, idsOf(found)),
    devices: await findOwnDevices(db, member.id),
    calendar_link: await findOwnFeed(db, member.id),
    sessions: await findOwnSessions(db, member.id),
    failed_logins: await findFailedLogins(db, member),
    known_devices: await findKnownDevices(db, member.id),
  }
}

const idsOf = ({ tours, meetings }: ReservationLists) => [...tours, ...meetings].map(({ id }) => id)

/** Administrators are not named: their decisions are the member's data, their identity is not. */
async function findOwnHistory(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('reservation_history')
    .select(['reservation_id', 'at', 'actor_kind as by', 'action', 'reason', 'changes'])
    .where('reservation_id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...isoRow(row), action_text: actionText(row.action) }))
}

async function findOwnMails(db: Db, { email }: Member, ids: number[]) {
  const rows = await db
    .selectFrom('mails')
    .select(['kind', 'subject', 'to_address', 'status', 'created_at', 'sent_at'])
    .select(sql<string | null>`case when kind = 'message' then facts ->> 'text' end`.as('text'))
    .where(sql<boolean>`(to_address = ${email} and reservation_id is null or reservation_id = ${anyOf(ids)})`)
    .orderBy('id')
    .execute()
  return rows.map(isoRow)
}

async function findOwnReminders(db: Db, ids: number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('reminders')
    .select(['reservation_id', 'kind', 'starts_at', 'due_at', 'outcome', 'ended_at'])
    .where('reservation_id', 'in', ids)
    .orderBy('due_at')
    .orderBy('reservation_id')
    .execute()
  return rows.map(isoRow)
}

/** Without the push keys. */
async function findOwnDevices(db: Db, member_id: number) {
  const rows = await db
    .selectFrom('push_subscriptions as s')
    .leftJoin('pushes as p', 'p.subscription_id', 's.id')
    .select(['s.created_at', (eb) => eb.fn.count<string>('p.id').as('told')])
    .select((eb) => eb.fn.max('p.created_at').as('last_told_at'))
    .where('s.member_id', '=', member_id)
    .groupBy(['s.id', 's.created_at'])
    .orderBy('s.id')
    .execute()
  return rows.map((row) => ({ ...isoRow(row), told: Number(row.told) }))
}

async function findOwnSessions(db: Db, member_id: number) {
  const rows = await db
    .selectFrom('sessions')
    .select(['device', 'created_at', 'last_seen_at', 'expires_at'])
    .where('member_id', '=', member_id)
    .orderBy('created_at')
    .execute()
  return rows.map(isoRow)
}

/** Few: they are counted for minutes only. */
async function findFailedLogins(db: Db, { phone }: Member) {
  const rows = await db
    .selectFrom('attempts')
    .select(['at', 'origin as network'])
    .where('kind', '=', 'login')
    .where('account', '=', phone)
    .orderBy('at')
    .execute()
  return rows.map(isoRow)
}

async function findKnownDevices(db: Db, member_id: number) {
  const rows = await db
    .selectFrom('known_devices')
    .select(['created_at', 'last_seen_at'])
    .where('member_id', '=', member_id)
    .orderBy('id')
    .execute()
  return rows.map(isoRow)
}

export async function findActiveIds(db: Db, member_id: number, now: Instant): Promise<number[]> {
  const { found } = await findReservationsOfMember(db, member_id, now)
  return [...found.tours, ...found.meetings]
    .filter((reservation) => isActive(reservationFacts(reservation), now))
    .map(({ id }) => id)
    .toSorted((a, b) => a - b)
}
