import { sql } from 'kysely'
import type { DisplayRoom, RoomBoard } from '../../../contract/display.ts'
import { boardName, boardTitle } from '../../../domain/board-name.ts'
import { groupBy } from '../../../domain/group-by.ts'
import { endOfDay, isoInMadrid, madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { partyRuns, spanOfRun, stillOnBoard, withParties } from '../../../domain/room-board.ts'
import { closedUntil, roomAt, stateChanges, type RoomDay } from '../../../domain/room-state.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'

/** The content of a board, with the instant at which the clock alone will next change it. */
type Timed<T> = { shown: T; valid_until: Instant }

function nextChange(days: readonly RoomDay[], now: Instant): Instant {
  let next = endOfDay(madridDate(now))
  for (const instant of days.flatMap(stateChanges)) if (instant > now && instant < next) next = instant
  return next
}

const isoOrNull = (instant: Instant | null) => (instant === null ? null : isoInMadrid(instant))

type Slot = { starts_at: Date; ends_at: Date; is_locked: boolean }
type Meeting = { starts_at: Date; ends_at: Date; title: string; name: string }

const timed = <Row extends { starts_at: Date; ends_at: Date }>(row: Row) => ({
  ...row,
  starts_at: row.starts_at.getTime(),
  ends_at: row.ends_at.getTime(),
})
const inParties = <Row extends Meeting>(meetings: readonly Row[]) =>
  withParties(meetings.map((row) => ({ ...timed(row), status: 'APPROVED' as const })))

const dayOf = (slots: readonly Slot[], meetings: readonly Meeting[]): RoomDay => ({
  meetings: partyRuns(inParties(meetings)).map(spanOfRun),
  open: slots.filter(({ is_locked }) => !is_locked).map(timed),
})

/** All rooms: their state at this moment, and whether a slot of today that has not begun can still be booked. */
export async function findDisplayRooms(db: Db, now: Instant): Promise<Timed<DisplayRoom[]>> {
  const date = madridDate(now)
  const rooms = await db.selectFrom('rooms').select(['id', 'name', 'size', 'floor']).orderBy('id').execute()
  const slots = groupBy(await findSlots(db, date), ({ room_id }) => room_id)
  const meetings = groupBy(await approvedMeetings(db, date).execute(), ({ room_id }) => room_id)
  const today = rooms.map((room) => {
    const times = slots.get(room.id) ?? []
    const day = dayOf(times, meetings.get(room.id) ?? [])
    const { state, until, isEnding } = roomAt(day, now)
    const has_available_slots = times.some(
      (slot) => !slot.is_locked && slot.reservation_id === null && slot.starts_at.getTime() > now,
    )
    return {
      day,
      shown: { ...room, has_available_slots, state, until: isoOrNull(until), is_ending: isEnding },
    }
  })
  return {
    shown: today.map(({ shown }) => shown),
    valid_until: nextChange(
      today.map(({ day }) => day),
      now,
    ),
  }
}

/**
 * One room's day as its wall screen shows it, names and titles already cut as the settings say. Refuses with
 * `room_not_found`, and with `no_schedule_data` when the room has no slot today.
 */
export async function findRoomBoard(db: Db, id: number, now: Instant): Promise<Timed<RoomBoard>> {
  const room_info = await db
    .selectFrom('rooms')
    .select(['id', 'name', 'floor', 'size'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!room_info) throw new AppError('room_not_found')
  const date = madridDate(now)
  const slots = await findSlots(db, date, id)
  if (slots.length === 0) throw new AppError('no_schedule_data')
  const meetings = await approvedMeetings(db, date).select(WALL_TIMES).where('r.room_id', '=', id).execute()
  const { display_names, display_titles } = await db
    .selectFrom('settings')
    .select(['display_names', 'display_titles'])
    .executeTakeFirstOrThrow()
  const day = dayOf(slots, meetings)
  // Numbered anew, or the number of a party would tell how many have been there before.
  const shown = withParties(stillOnBoard(inParties(meetings), now))
  return {
    shown: {
      room_info,
      date,
      closed_until: isoOrNull(closedUntil(roomAt(day, now), date)),
      time_slots: slots.map(({ time, end_time, duration, is_locked }) => ({
        time,
        end_time,
        duration,
        is_locked,
      })),
      reservations: shown.map(({ start_time, end_time, status, party, title, name }) => ({
        time_range: `${start_time} ~ ${end_time}`,
        start_time,
        end_time,
        status,
        party,
        visitor: { title: boardTitle(title, display_titles), name: boardName(name, display_names) },
      })),
    },
    valid_until: nextChange([day], now),
  }
}

/** The rooms' slots of a date, of all rooms or of one. */
const findSlots = (db: Db, date: string, room_id?: number) =>
  db
    .selectFrom('slots as s')
    .innerJoin('event_dates as d', 'd.id', 's.event_date_id')
    .select(['s.room_id', 's.time', 's.end_time', 's.duration', 's.starts_at', 's.ends_at'])
    .select(['s.is_locked', 's.reservation_id'])
    .where('d.date', '=', date)
    .where('s.room_id', 'is not', null)
    .$if(room_id !== undefined, (query) => query.where('s.room_id', '=', room_id!))
    .orderBy('s.starts_at')
    .execute()

/** The approved meetings of a date, with the whole names of their visitors. */
const approvedMeetings = (db: Db, date: string) =>
  db
    .selectFrom('reservations as r')
    .select(['r.room_id', 'r.starts_at', 'r.ends_at'])
    .select([sql<string>`r.visitor ->> 'title'`.as('title'), sql<string>`r.visitor ->> 'name'`.as('name')])
    .where('r.date', '=', date)
    .where('r.status', '=', 'APPROVED')
    .where('r.room_id', 'is not', null)
    .orderBy('r.starts_at')

const WALL_TIMES = [
  sql<string>`(select t.time from reservation_slots t where t.reservation_id = r.id
    order by t.position limit 1)`.as('start_time'),
  sql<string>`(select t.end_time from reservation_slots t where t.reservation_id = r.id
    order by t.position desc limit 1)`.as('end_time'),
] as const
