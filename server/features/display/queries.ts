import { sql } from 'kysely'
import type { DisplayRoom, RoomBoard } from '../../../contract/display.ts'
import { boardName } from '../../../domain/board-name.ts'
import { addDays, madridDate, startOfDay, type Instant } from '../../../domain/madrid-time.ts'
import { stillOnBoard } from '../../../domain/room-board.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'

/** The content of a board, with the instant at which the clock alone will next change it. */
type Timed<T> = { shown: T; valid_until: Instant }

const midnightAfter = (now: Instant) => startOfDay(addDays(madridDate(now), 1))
const nextOf = (instants: Instant[], now: Instant) =>
  Math.min(midnightAfter(now), ...instants.filter((instant) => instant > now))

/** All rooms, and whether a slot of today that has not begun can still be booked. */
export async function findDisplayRooms(db: Db, now: Instant): Promise<Timed<DisplayRoom[]>> {
  const rooms = await db.selectFrom('rooms').select(['id', 'name', 'size', 'floor']).orderBy('id').execute()
  const slots = await db
    .selectFrom('slots as s')
    .innerJoin('event_dates as d', 'd.id', 's.event_date_id')
    .select(['s.room_id', 's.starts_at'])
    .where('d.date', '=', madridDate(now))
    .where('s.room_id', 'is not', null)
    .where('s.reservation_id', 'is', null)
    .where('s.is_locked', '=', false)
    .where('s.starts_at', '>', new Date(now))
    .execute()
  const free = new Set(slots.map((slot) => slot.room_id))
  return {
    shown: rooms.map((room) => ({ ...room, has_available_slots: free.has(room.id) })),
    valid_until: nextOf(
      slots.map((slot) => slot.starts_at.getTime()),
      now,
    ),
  }
}

/**
 * One room's day as its wall screen shows it, names already cut as the settings say. Refuses with `room_not_found`, and
 * with `no_schedule_data` when the room has no slot today.
 */
export async function findRoomBoard(db: Db, id: number, now: Instant): Promise<Timed<RoomBoard>> {
  const room = await db
    .selectFrom('rooms')
    .select(['id', 'name', 'floor', 'size'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!room) throw new AppError('room_not_found')
  const date = madridDate(now)
  const time_slots = await findTimes(db, id, date)
  if (time_slots.length === 0) throw new AppError('no_schedule_data')
  const meetings = await findApprovedMeetings(db, id, date)
  const settings = await db.selectFrom('settings').select('display_names').executeTakeFirstOrThrow()
  // By the whole names: cut ones may be equal although the parties are not.
  const shown = stillOnBoard(
    meetings.map(({ visitor, starts_at, ends_at, ...times }) => ({
      ...times,
      ...visitor,
      starts_at: starts_at.getTime(),
      ends_at: ends_at.getTime(),
    })),
    now,
  )
  return {
    shown: {
      room_info: room,
      date,
      time_slots,
      reservations: shown.map(({ start_time, end_time, title, name }) => ({
        time_range: `${start_time} ~ ${end_time}`,
        start_time,
        end_time,
        status: 'APPROVED',
        visitor: { title, name: boardName(name, settings.display_names) },
      })),
    },
    valid_until: nextOf(
      shown.map(({ ends_at }) => ends_at),
      now,
    ),
  }
}

const findTimes = (db: Db, room_id: number, date: string) =>
  db
    .selectFrom('slots as s')
    .innerJoin('event_dates as d', 'd.id', 's.event_date_id')
    .select(['s.time', 's.end_time', 's.duration'])
    .where('s.room_id', '=', room_id)
    .where('d.date', '=', date)
    .orderBy('s.starts_at')
    .execute()

const findApprovedMeetings = (db: Db, room_id: number, date: string) =>
  db
    .selectFrom('reservations as r')
    .select(['r.starts_at', 'r.ends_at'])
    .select([
      sql<{ title: string; name: string }>`r.visitor`.as('visitor'),
      sql<string>`(select t.time from reservation_slots t where t.reservation_id = r.id
        order by t.position limit 1)`.as('start_time'),
      sql<string>`(select t.end_time from reservation_slots t where t.reservation_id = r.id
        order by t.position desc limit 1)`.as('end_time'),
    ])
    .where('r.room_id', '=', room_id)
    .where('r.date', '=', date)
    .where('r.status', '=', 'APPROVED')
    .orderBy('r.starts_at')
    .execute()
