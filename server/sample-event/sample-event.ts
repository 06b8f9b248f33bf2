import { sql } from 'kysely'
import {
  addDays,
  isoInMadrid,
  madridDate,
  madridTime,
  startOfDay,
  type Instant,
} from '../../domain/madrid-time.ts'
import type { AdminAction } from '../../domain/reservation.ts'
import { MEETING_SLOT_MINUTES, minutesOf, TOUR_MINUTES } from '../../domain/slot.ts'
import { generateSlots } from '../../domain/slot-plan.ts'
import { nameKey } from '../../domain/search-key.ts'
import { findMemberForLogin, MEMBER_COLUMNS } from '../features/sign-in/queries.ts'
import { bookMeeting, bookTour } from '../features/reservations/booking/commands.ts'
import { askForCancellation } from '../features/reservations/commands.ts'
import { decideReservation } from '../features/reservations/deciding/commands.ts'
import type { CommandContext } from '../command-context.ts'
import { DOCENTS, EVENT, meetings, MEMBERS, ROOMS, tours, type SampleFate } from './sample-texts.ts'
import { allowMoreTime, inTransaction, type Db, type Tx } from '../database/transaction.ts'

const DAYS = 4
const HOUR = 3_600_000
const MINUTE = 60_000
const EARLY_END = 12 * MINUTE
const SAMPLE_LOCK = 7_203_115
const OPENS = '09:00'
const LAST_START = '17:00'

export const SAMPLE_LOGIN = { name: MEMBERS[0]!.name, phone: MEMBERS[0]!.phone }

export const hasSampleVisitor = async (db: Db): Promise<boolean> =>
  (await findMemberForLogin(db, SAMPLE_LOGIN.phone, nameKey(SAMPLE_LOGIN.name))) !== undefined

/**
 * All or nothing; false if the database has contents or had a sample. Uses the real commands, without mails.
 */
export async function fillSampleEvent(db: Db, publicUrl: string, now: Instant): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await allowMoreTime(tx)
    await sql`select pg_advisory_xact_lock(${SAMPLE_LOCK})`.execute(tx)
    const { rows } = await sql`
      select from settings where had_sample union all select from event_dates union all select from members union all select from docents union all select from rooms
      limit 1`.execute(tx)
    if (rows.length > 0) return false
    await tx
      .updateTable('settings')
      .set({ ...EVENT, had_sample: true })
      .execute()
    await insertSlots(tx, now)
    await insertReservations({ db: tx, publicUrl, postMail: async () => {} }, now)
    // Planned by the approvals.
    await tx.deleteFrom('reminders').execute()
    return true
  })
}

const asSample = <Row extends object>(row: Row) => ({ ...row, is_sample: true })

async function insertSlots(tx: Tx, now: Instant) {
  const today = madridDate(now)
  const dates = Array.from({ length: DAYS }, (_, day) => ({ date: addDays(today, day), is_sample: true }))
  const days = await tx.insertInto('event_dates').values(dates).returningAll().execute()
  const docents = await tx.insertInto('docents').values(DOCENTS.map(asSample)).returning('id').execute()
  const rooms = await tx.insertInto('rooms').values(ROOMS.map(asSample)).returning('id').execute()
  const plan = { start_time: OPENS, end_time: LAST_START }
  const rows = days.flatMap(({ id: event_date_id, date }) => {
    const tourTimes = generateSlots({ ...plan, date, interval_minutes: 30, duration: TOUR_MINUTES }, []).slots
    const roomTimes = generateSlots(
      { ...plan, date, interval_minutes: 10, duration: MEETING_SLOT_MINUTES },
      [],
    ).slots
    return [
      ...docents.flatMap(({ id }) =>
        tourTimes.map((times) => ({ ...times, docent_id: id, room_id: null, event_date_id })),
      ),
      ...rooms.flatMap(({ id }) =>
        roomTimes.map((times) => ({ ...times, docent_id: null, room_id: id, event_date_id })),
      ),
    ]
  })
  // Closed at noon.
  const isLocked = (row: (typeof rows)[number]) =>
    row.room_id !== null && row.time >= '12:00' && row.time < '12:30'
  await tx
    .insertInto('slots')
    .values(
      rows.map((row) => ({
        ...row,
        starts_at: isoInMadrid(row.starts_at),
        ends_at: isoInMadrid(row.ends_at),
        is_locked: isLocked(row),
      })),
    )
    .execute()
}

async function insertReservations(context: CommandContext, now: Instant) {
  const asked = startOfDay(madridDate(now)) - 14 * HOUR
  const members = await context.db
    .insertInto('members')
    .values(
      MEMBERS.map((member) => ({
        ...asSample(member),
        name_key: nameKey(member.name),
        created_at: new Date(asked - 48 * HOUR),
      })),
    )
    .returning(MEMBER_COLUMNS)
    .execute()
  const slots = await findPlacedSlots(context.db)
  const today = madridDate(now)
  const near = slotNear(now)
  let hour = 0
  for (const { member: who, day, time, place, count, visitor, note, fate } of [
    ...tours(near),
    ...meetings(near),
  ]) {
    const member = members[who]!
    const at = asked + (hour++ % 10) * 600_000
    const { company_name: company, name, phone } = member
    const party = { company, name, phone, count }
    const wanted = slots.filter(
      (slot) => slot.date === addDays(today, day) && slot.place === place && time.includes(slot.time),
    )
    const { event_date_id } = wanted[0]!
    const booker = { who: { member_id: member.id }, isSilent: true } as const
    const { made } = visitor
      ? await bookMeeting(
          context,
          booker,
          {
            room_id: wanted[0]!.room_id!,
            event_date_id,
            note,
            visitor: { ...party, ...visitor },
            time_slots: wanted.map((slot) => ({ available_room_id: slot.id })),
          },
          at,
        )
      : await bookTour(
          context,
          booker,
          { available_tour_id: wanted[0]!.id, event_date_id, note, visitor: party },
          at,
        )
    const { id, type } = made!.reservation
    const starts = wanted[0]!.starts_at.getTime()
    const isAhead = fate === 'completed' && starts >= now - MINUTE
    // No meeting ends in the future: one in progress was ended early.
    const ends = Math.min(starts + EARLY_END, now - MINUTE)
    const met = { id, type, fate: isAhead ? ('approved' as const) : fate }
    await applyFate(context, met, member, at + HOUR, ends)
  }
}

const findPlacedSlots = (db: Db) =>
  db
    .selectFrom('slots as s')
    .innerJoin('event_dates as d', 'd.id', 's.event_date_id')
    .leftJoin('docents as p', 'p.id', 's.docent_id')
    .leftJoin('rooms as r', 'r.id', 's.room_id')
    .select((eb) => [
      's.id',
      's.time',
      's.starts_at',
      's.room_id',
      's.event_date_id',
      'd.date',
      eb.fn.coalesce('p.name', 'r.name').as('place'),
    ])
    .orderBy('s.starts_at')
    .execute()

/** Half an hour near now, in minutes since midnight. */
function slotNear(now: Instant): number {
  const minute = Math.floor(minutesOf(madridTime(now)) / 30) * 30
  return Math.min(Math.max(minute, minutesOf('10:00')), minutesOf('16:00'))
}

type SampleReservation = { id: number; type: 'VIP_TOUR' | 'GROUP_MEETING'; fate: SampleFate }
type SampleMember = Parameters<typeof askForCancellation>[1]

async function applyFate(
  context: CommandContext,
  { id, type, fate }: SampleReservation,
  member: SampleMember,
  at: Instant,
  ends: Instant,
) {
  const admin = { id: 0, name: 'admin' }
  const decide = (action: AdminAction, reason?: string, then = at) =>
    decideReservation(context, admin, id, { type, action, reason: reason ?? null }, then)
  if (fate === 'waits') return
  if (fate === 'rejected') {
    await decide('reject', '해당 시간에 내부 행사가 예정되어 있습니다. 다른 시간으로 다시 신청해주세요.')
    return
  }
  await decide('approve')
  if (fate === 'completed') await decide('complete', undefined, ends)
  if (fate === 'cancelled') await decide('cancel', '전시장 사정으로 진행이 어려워 취소되었습니다.')
  if (fate === 'cancel requested') {
    const body = { reservation_type: type, cancel_note: '일정이 변경되어 참석이 어렵습니다.' }
    await askForCancellation(context, member, id, body, at + HOUR)
  }
}
