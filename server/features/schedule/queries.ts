import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import type { Schedule, ScheduleSlot } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus } from '../../../domain/reservation.ts'
import { slotState } from '../../../domain/slot.ts'
import type { Db } from '../../database/transaction.ts'
import { findDocents } from '../docents/queries.ts'
import { findRooms } from '../rooms/queries.ts'

type PlacedSlot = ScheduleSlot & { docent_id: number | null; room_id: number | null }

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

function asScheduled(row: Row, date: string, now: Instant): PlacedSlot {
  const { id, docent_id, room_id, time, end_time, duration, is_locked } = row
  const reservation = row.status && {
    status: displayedStatus(
      {
        kind: row.kind!,
        status: row.status,
        starts_at: row.reserved_from!.getTime(),
        ends_at: row.reserved_until!.getTime(),
      },
      now,
    ),
  }
  const slot = { id, time, end_time, duration, is_locked, reservation }
  return { ...slot, docent_id, room_id, is_available: slotState(slot, date, now) === 'available' }
}

function timeSlotsOf(slots: PlacedSlot[], place: 'docent_id' | 'room_id', id: number): ScheduleSlot[] {
  return slots.filter((slot) => slot[place] === id).map(({ docent_id: _, room_id: __, ...slot }) => slot)
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
  const slots = rows.map((row) => asScheduled(row, date, now))
  const changes = rows.flatMap((row) => [row.starts_at.getTime(), row.reserved_until?.getTime() ?? 0])
  return {
    schedule: {
      date,
      tour_schedule: docents.map((docent: Docent) => ({
        docent,
        time_slots: timeSlotsOf(slots, 'docent_id', docent.id),
      })),
      room_schedule: rooms.map((room: Room) => ({
        room,
        time_slots: timeSlotsOf(slots, 'room_id', room.id),
      })),
    },
    valid_until: Math.min(...changes.filter((instant) => instant > now)),
  }
}
