import { sql } from 'kysely'
import type { DisplayRoom, RoomBoard } from '../../../contract/display.ts'
import { boardName, boardTitle, type DisplayNames, type DisplayTitles } from '../../../domain/board-name.ts'
import { groupBy } from '../../../domain/group-by.ts'
import { endOfDay, isoInMadrid, madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { partyRuns, spanOfRun, stillOnBoard, withParties } from '../../../domain/room-board.ts'
import { closedUntil, roomAt, stateChanges, type RoomDay } from '../../../domain/room-state.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { findDay, type DaySlot } from '../slots/day/queries.ts'

const MINUTE = 60_000

function nextChange(days: readonly RoomDay[], now: Instant): Instant {
  let next = endOfDay(madridDate(now))
  for (const instant of days.flatMap(stateChanges)) if (instant > now && instant < next) next = instant
  return next
}

const isoOrNull = (instant: Instant | null) => (instant === null ? null : isoInMadrid(instant))

type Meeting = Awaited<ReturnType<typeof findMeetings>>[number]

const timed = <Row extends { starts_at: Date; ends_at: Date }>(row: Row) => ({
  ...row,
  starts_at: row.starts_at.getTime(),
  ends_at: row.ends_at.getTime(),
})
const inParties = <Row extends Meeting>(meetings: readonly Row[]) =>
  withParties(meetings.map((row) => ({ ...timed(row), status: 'APPROVED' as const })))

const dayOf = (slots: readonly DaySlot[], meetings: readonly Meeting[]): RoomDay => ({
  meetings: partyRuns(inParties(meetings)).map(spanOfRun),
  open: slots
    .filter(({ is_locked }) => !is_locked)
    .map(({ starts_at, duration }) => ({ starts_at, ends_at: starts_at + duration * MINUTE })),
})

/** The content of all walls at one moment, and the instant at which the clock alone will next change any of it. */
export type Walls = {
  /** All rooms: their state, and whether a slot of today that has not begun can still be booked. */
  rooms: DisplayRoom[]
  /**
   * One room's day as its wall screen shows it, names and titles already cut as the settings say. Refuses with
   * `room_not_found`, and with `no_schedule_data` when the room has no slot today.
   */
  board: (id: number) => RoomBoard
  valid_until: Instant
}

/** All rooms' day, read at once: after a change every board of a hall asks for its own. */
export async function findWalls(db: Db, now: Instant): Promise<Walls> {
  const date = madridDate(now)
  const rooms = await db.selectFrom('rooms').select(['id', 'name', 'floor', 'size']).orderBy('id').execute()
  const slots = await findDay(db, 'GROUP_MEETING', { date })
  const meetings = groupBy(await findMeetings(db, date), ({ room_id }) => room_id)
  const settings = await db
    .selectFrom('settings')
    .select(['display_names', 'display_titles'])
    .executeTakeFirstOrThrow()
  const today = new Map(
    rooms.map((room) => {
      const [times, held] = [slots.get(room.id) ?? [], meetings.get(room.id) ?? []]
      return [room.id, { room, times, held, day: dayOf(times, held) }]
    }),
  )
  const all = [...today.values()]
  return {
    rooms: all.map(({ room, times, day }) => {
      const { state, until, isEnding } = roomAt(day, now)
      const has_available_slots = times.some(
        (slot) => !slot.is_locked && slot.held === null && slot.starts_at > now,
      )
      return { ...room, has_available_slots, state, until: isoOrNull(until), is_ending: isEnding }
    }),
    board(id) {
      const own = today.get(id)
      if (!own) throw new AppError('room_not_found')
      if (own.times.length === 0) throw new AppError('no_schedule_data')
      return boardOf(own, date, settings, now)
    },
    valid_until: nextChange(
      all.map(({ day }) => day),
      now,
    ),
  }
}

type Today = {
  room: RoomBoard['room_info']
  times: readonly DaySlot[]
  held: readonly Meeting[]
  day: RoomDay
}
type Shown = { display_names: DisplayNames; display_titles: DisplayTitles }

function boardOf(
  { room, times, held, day }: Today,
  date: string,
  { display_names, display_titles }: Shown,
  now: Instant,
): RoomBoard {
  // Numbered anew, or the number of a party would tell how many have been there before.
  const shown = withParties(stillOnBoard(inParties(held), now))
  return {
    room_info: room,
    date,
    closed_until: isoOrNull(closedUntil(roomAt(day, now), date)),
    time_slots: times.map(({ time, end_time, duration, is_locked }) => ({
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
  }
}

/** The approved meetings of a date, with the whole names of their visitors. */
const findMeetings = (db: Db, date: string) =>
  db
    .selectFrom('reservations as r')
    .select(['r.room_id', 'r.starts_at', 'r.ends_at'])
    .select([sql<string>`r.visitor ->> 'title'`.as('title'), sql<string>`r.visitor ->> 'name'`.as('name')])
    .select(WALL_TIMES)
    .where('r.date', '=', date)
    .where('r.status', '=', 'APPROVED')
    .where('r.room_id', 'is not', null)
    .orderBy('r.starts_at')
    .execute()

const WALL_TIMES = [
  sql<string>`(select t.time from reservation_slots t where t.reservation_id = r.id
    order by t.position limit 1)`.as('start_time'),
  sql<string>`(select t.end_time from reservation_slots t where t.reservation_id = r.id
    order by t.position desc limit 1)`.as('end_time'),
] as const
