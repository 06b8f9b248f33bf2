import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { DisplayRoom, RoomBoard } from '../../../contract/display.ts'
import { boardName, boardTitle, type DisplayNames, type DisplayTitles } from '../../../domain/board-name.ts'
import { checkWindow, windowChanges, type BookingWindow } from '../../../domain/reservation.ts'
import { MINUTE, endOfDay, isoInMadrid, madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { partyRuns, spanOfRun, stillOnBoard, withParties } from '../../../domain/room-board.ts'
import { closedUntil, roomAt, stateChanges, type RoomDay } from '../../../domain/room-state.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { DaySlot, EventDay } from '../schedule/queries.ts'
import { BOOKING_WINDOW } from '../settings/queries.ts'

function nextChange(rooms: readonly Held[], window: BookingWindow, now: Instant): Instant {
  const changes = rooms.flatMap(({ day, times }) => [
    ...stateChanges(day),
    ...times.flatMap(({ starts_at }) => windowChanges(window, starts_at)),
  ])
  let next = endOfDay(madridDate(now))
  for (const instant of changes) if (instant > now && instant < next) next = instant
  return next
}

const isoOrNull = (instant: Instant | null) => (instant === null ? null : isoInMadrid(instant))

function momentOf(day: RoomDay, now: Instant) {
  const { state, board, is_open, until } = roomAt(day, now)
  return { state, board, is_open, until: isoOrNull(until) }
}

/** More than can pass until the next poll. */
const COMING = 2

const comingOf = (day: RoomDay, now: Instant): DisplayRoom['coming'] =>
  [...new Set(stateChanges(day))]
    .filter((at) => at > now && madridDate(at) === madridDate(now))
    .sort((a, b) => a - b)
    .slice(0, COMING)
    .map((at) => ({ at: isoInMadrid(at), ...momentOf(day, at) }))

type Meeting = {
  starts_at: Instant
  ends_at: Instant
  start_time: string
  end_time: string
  title: string
  name: string
}

/** By a reservation, or because it cannot be booked now. */
type IsHeld = (slot: DaySlot) => boolean

const dayOf = (slots: readonly DaySlot[], meetings: readonly Meeting[], isHeld: IsHeld): RoomDay => ({
  meetings: partyRuns(withParties(meetings)).map(spanOfRun),
  slots: slots.map((slot) => ({
    starts_at: slot.starts_at,
    ends_at: slot.starts_at + slot.duration * MINUTE,
    is_locked: slot.is_locked,
    is_held: isHeld(slot),
  })),
})

class NoSchedule extends AppError {
  private readonly reason: 'no_event' | 'no_slots'

  constructor(reason: NoSchedule['reason']) {
    super('no_schedule_data')
    this.reason = reason
  }

  override body() {
    return { ...super.body(), reason: this.reason }
  }
}

/** `valid_until`: when time alone will next change a wall. */
export type Walls = {
  rooms: DisplayRoom[]
  /** Names and titles are shortened as the settings say. */
  board: (id: number) => RoomBoard
  valid_until: Instant
}

/** All rooms at once, because after a change every wall of a hall asks. */
export async function findWalls(db: Db, event_day: EventDay | undefined, now: Instant): Promise<Walls> {
  const date = madridDate(now)
  const { rooms, window, ...settings } = await db
    .selectFrom('settings')
    .select(['display_names', 'display_titles', BOOKING_WINDOW.as('window')])
    .select(
      jsonArrayFrom(db.selectFrom('rooms').select(['id', 'name', 'floor', 'size']).orderBy('id')).as('rooms'),
    )
    .executeTakeFirstOrThrow()
  const texts = await findMeetings(db, date)
  const isHeld: IsHeld = ({ held, starts_at }) =>
    held !== null || checkWindow(window, [starts_at], now) !== null
  const today = new Map(
    rooms.map((room) => {
      const times = event_day?.slots.GROUP_MEETING.get(room.id) ?? []
      const held = heldOf(times, texts.get(room.id) ?? '[]')
      return [room.id, { room, times, held, day: dayOf(times, held, isHeld) }]
    }),
  )
  const all = [...today.values()]
  return {
    rooms: all.map(({ room, times, day }) => {
      const has_available_slots = times.some((slot) => !slot.is_locked && !isHeld(slot))
      return { ...room, has_available_slots, ...momentOf(day, now), coming: comingOf(day, now) }
    }),
    board(id) {
      const own = today.get(id)
      if (!own) throw new AppError('room_not_found')
      if (own.times.length === 0) throw new NoSchedule(event_day ? 'no_slots' : 'no_event')
      return boardOf(own, date, settings, isHeld, now)
    },
    valid_until: nextChange(all, window, now),
  }
}

type Held = { times: readonly DaySlot[]; held: readonly Meeting[]; day: RoomDay }
type Today = Held & { room: RoomBoard['room_info'] }
type Shown = { display_names: DisplayNames; display_titles: DisplayTitles }

function boardOf(
  { room, times, held, day }: Today,
  date: string,
  { display_names, display_titles }: Shown,
  isHeld: IsHeld,
  now: Instant,
): RoomBoard {
  // Renumbered, so that numbers do not reveal earlier groups.
  const shown = withParties(stillOnBoard(withParties(held), now))
  return {
    room_info: room,
    date,
    closed_until: isoOrNull(closedUntil(roomAt(day, now), date)),
    time_slots: times.map((slot) => {
      const { time, end_time, duration, is_locked } = slot
      return { time, end_time, duration, is_locked, is_held: isHeld(slot) }
    }),
    reservations: shown.map(({ start_time, end_time, party, title, name }) => ({
      time_range: `${start_time} ~ ${end_time}`,
      start_time,
      end_time,
      status: 'APPROVED',
      party,
      visitor: { title: boardTitle(title, display_titles), name: boardName(name, display_names) },
    })),
  }
}

async function findMeetings(db: Db, date: string): Promise<Map<number | null, string>> {
  const rows = await db
    .selectFrom('reservations as r')
    .select(['r.room_id', MEETINGS_TEXT.as('text')])
    .where('r.date', '=', date)
    .where('r.status', '=', 'APPROVED')
    .where('r.room_id', 'is not', null)
    .groupBy('r.room_id')
    .execute()
  return new Map(rows.map(({ room_id, text }) => [room_id, text]))
}

const MEETINGS_TEXT = sql<string>`json_agg(json_build_object(
  'starts_at', date_part('epoch', r.starts_at)::bigint * 1000, 'ends_at', date_part('epoch', r.ends_at)::bigint * 1000,
  'start_time', (select t.time from reservation_slots t where t.reservation_id = r.id order by t.position limit 1),
  'end_time', (select t.end_time from reservation_slots t where t.reservation_id = r.id
    order by t.position desc limit 1),
  'title', r.visitor ->> 'title', 'name', r.visitor ->> 'name') order by r.starts_at)::text`

const parsedMeetings = new WeakMap<readonly DaySlot[], { text: string; held: Meeting[] }>()

/** Caches parsed rooms: a change usually affects one room of the day. */
function heldOf(times: readonly DaySlot[], text: string): readonly Meeting[] {
  const before = parsedMeetings.get(times)
  if (before?.text === text) return before.held
  const held = JSON.parse(text) as Meeting[]
  parsedMeetings.set(times, { text, held })
  return held
}
