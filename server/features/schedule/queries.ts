import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import type { Schedule, ScheduleSlot } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus } from '../../../domain/reservation.ts'
import { slotState } from '../../../domain/slot.ts'
import type { Db } from '../../database/transaction.ts'
import { findDocents } from '../docents/queries.ts'
import { findRooms } from '../rooms/queries.ts'

const findSlots = (db: Db, date: string) =>
  db
    .selectFrom('slots as s')
    .innerJoin('event_dates as d', 'd.id', 's.event_date_id')
    .leftJoin('reservations as r', 'r.id', 's.reservation_id')
    .select([
      's.id',
      's.docent_id',
      's.room_id',
      's.time',
      's.end_time',
      's.duration',
      's.is_locked',
      's.starts_at',
      'r.kind',
      'r.status',
      'r.starts_at as reserved_from',
      'r.ends_at as reserved_until',
    ])
    .where('d.date', '=', date)
    .orderBy('s.starts_at')
    .execute()

type Row = Awaited<ReturnType<typeof findSlots>>[number]

function reservationOf({ kind, status, reserved_from, reserved_until }: Row, now: Instant) {
  if (status === null) return null
  const [starts_at, ends_at] = [reserved_from!.getTime(), reserved_until!.getTime()]
  return { status: displayedStatus({ kind: kind!, status, starts_at, ends_at }, now) }
}

type Facts = Parameters<typeof slotState>[0]

/** A day has thousands of slots and a hundred times: what the rule says of equal ones it is asked once. */
function askOnce(date: string, now: Instant): (slot: Facts) => boolean {
  const answers = new Map<string, boolean>()
  return (slot) => {
    const facts = `${slot.time} ${slot.is_locked} ${slot.reservation !== null}`
    const answer = answers.get(facts) ?? slotState(slot, date, now) === 'available'
    answers.set(facts, answer)
    return answer
  }
}

/** The slots by the place that has them, in their order. */
function byPlace(rows: readonly Row[], date: string, now: Instant) {
  const isAvailable = askOnce(date, now)
  const of = { docent_id: new Map<number, ScheduleSlot[]>(), room_id: new Map<number, ScheduleSlot[]>() }
  for (const row of rows) {
    const { id, time, end_time, duration, is_locked } = row
    const slot = { id, time, end_time, duration, is_locked, reservation: reservationOf(row, now) }
    const [places, place] =
      row.docent_id === null ? [of.room_id, row.room_id!] : [of.docent_id, row.docent_id]
    const known = places.get(place) ?? []
    known.push({ ...slot, is_available: isAvailable(slot) })
    places.set(place, known)
  }
  return of
}

/**
 * The schedule of one date as it is at `now`, with the instant at which the clock alone will next change it; undefined
 * when it is no event date.
 */
export async function findSchedule(
  db: Db,
  date: string,
  now: Instant,
): Promise<{ schedule: Schedule; valid_until: Instant } | undefined> {
  const isEventDate = await db
    .selectFrom('event_dates')
    .select('id')
    .where('date', '=', date)
    .executeTakeFirst()
  if (!isEventDate) return undefined
  const docents = await findDocents(db)
  const rooms = await findRooms(db)
  const rows = await findSlots(db, date)
  const slots = byPlace(rows, date, now)
  const changes = rows.flatMap((row) => [row.starts_at.getTime(), row.reserved_until?.getTime() ?? 0])
  return {
    schedule: {
      date,
      tour_schedule: docents.map((docent: Docent) => ({
        docent,
        time_slots: slots.docent_id.get(docent.id) ?? [],
      })),
      room_schedule: rooms.map((room: Room) => ({
        room,
        time_slots: slots.room_id.get(room.id) ?? [],
      })),
    },
    valid_until: Math.min(...changes.filter((instant) => instant > now)),
  }
}
