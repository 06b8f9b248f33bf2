import type { Preview } from '../../../contract/preview.ts'
import { endOfDay, madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { countFree, isForAll, languagesOf, usualLength } from '../../../domain/preview.ts'
import { readConsistently, type Db } from '../../database/transaction.ts'
import type { Snapshots } from '../../live/snapshots.ts'
import { findEventDates } from '../event-dates/queries.ts'
import { findDocents, findRooms } from '../places/queries.ts'
import { opensLater, readDay, scheduleOf } from '../schedule/queries.ts'
import { findBookingWindow, findFace, getSettings } from '../settings/queries.ts'

/** Counted from the members' schedules, so that it never shows more than they do. */
export async function findPreview(
  app: { db: Db; snapshots: Snapshots },
  now: Instant,
): Promise<{ preview: Preview; valid_until: Instant }> {
  const { event, window, dates, docents, rooms } = await readConsistently(app.db, async (tx) => ({
    event: { ...(await getSettings(tx)), ...(await findFace(tx)) },
    window: await findBookingWindow(tx),
    dates: await findEventDates(tx),
    docents: await findDocents(tx),
    rooms: await findRooms(tx),
  }))
  const today = madridDate(now)
  const days: Preview['days'] = []
  const lengths: number[] = []
  const opens_at = opensLater(window, now)
  let valid_until = Math.min(endOfDay(today), opens_at ? window.opens_at! : Infinity)
  for (const { date } of dates) {
    const day = date < today ? undefined : await readDay(app, date, now)
    const { schedule, ...read } = day
      ? scheduleOf({ ...day, window: { ...day.window, opens_at: null } }, now)
      : NOTHING_LEFT
    const tours = schedule.tour_schedule.filter(({ docent }) => isForAll(docent))
    const meetings = schedule.room_schedule.filter(({ room }) => isForAll(room))
    const has_times = [...schedule.tour_schedule, ...schedule.room_schedule].some(
      ({ time_slots }) => time_slots.length > 0,
    )
    days.push({ date, free_tours: countFree(tours), free_meetings: countFree(meetings), has_times })
    lengths.push(...tours.flatMap(({ time_slots }) => time_slots.map(({ duration }) => duration)))
    valid_until = Math.min(valid_until, read.valid_until)
  }
  const preview = {
    ...event,
    opens_at,
    days,
    tour_minutes: usualLength(lengths),
    languages: languagesOf(docents.filter(isForAll)),
    room_sizes: rooms.filter(isForAll).map(({ size }) => size),
  }
  return { preview, valid_until }
}

const NOTHING_LEFT = { schedule: { tour_schedule: [], room_schedule: [] }, valid_until: Infinity }
