import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Docent } from '../../../../contract/docent.ts'
import type { EventDate } from '../../../../contract/event-date.ts'
import type { Room } from '../../../../contract/room.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReservationKind, Status } from '../../../../domain/reservation.ts'
import type { Db } from '../../../database/transaction.ts'
import type { SerializedAnswer } from '../../../http/serialized-answer.ts'
import type { Snapshots, Source } from '../../../live/snapshots.ts'
import { selectDocents } from '../../docents/queries.ts'
import { selectRooms } from '../../rooms/queries.ts'

/** A slot, and of the live reservation that holds it the stored status and the end. */
export type DaySlot = {
  id: number
  time: string
  end_time: string
  duration: number
  is_locked: boolean
  starts_at: Instant
  held: { status: Status; ends_at: Instant } | null
}

/** The slots of a day by the id of their docent or room, in the order of their start. */
type DaySlots = Record<ReservationKind, ReadonlyMap<number, readonly DaySlot[]>>

/** A day of the event as everybody sees it: all who can be booked on it, and their slots. */
export type EventDay = {
  event_date: EventDate
  docents: readonly Docent[]
  rooms: readonly Room[]
  slots: DaySlots
}

/** A day of the event, which `db` reads as of one moment; undefined where that date is none. */
export async function findEventDay(db: Db, date: string): Promise<EventDay | undefined> {
  const found = await db
    .selectFrom('event_dates')
    .select(['id', 'date'])
    .select([jsonArrayFrom(selectDocents(db)).as('docents'), jsonArrayFrom(selectRooms(db)).as('rooms')])
    .where('date', '=', date)
    .executeTakeFirst()
  if (!found) return undefined
  const { docents, rooms, ...event_date } = found
  return { event_date, docents, rooms, slots: await findDaySlots(db, date) }
}

/**
 * A place's slots as one text, in which the order of the rows says nothing. To take thousands of rows apart costs ten times what
 * it costs to cut a few texts, and to sort them here costs nothing for the places of which nothing has changed.
 */
const IN_ONE_TEXT = sql<string>`string_agg(concat(s.id, '|', s.time, '|', s.end_time, '|', s.duration, '|', s.is_locked,
  '|', date_part('epoch', s.starts_at)::bigint, '|', r.status, '|', date_part('epoch', r.ends_at)::bigint), ' ')`

/** The slots of a date. Those of a place are the same list as before for as long as nothing of them has changed. */
async function findDaySlots(db: Db, date: string): Promise<DaySlots> {
  const rows = await db
    .selectFrom('slots as s')
    .innerJoin('event_dates as d', 'd.id', 's.event_date_id')
    .leftJoin('reservations as r', 'r.id', 's.reservation_id')
    .select(['s.docent_id', 's.room_id', IN_ONE_TEXT.as('text')])
    .where('d.date', '=', date)
    .groupBy(['s.docent_id', 's.room_id'])
    .execute()
  const slots = { VIP_TOUR: new Map<number, readonly DaySlot[]>(), GROUP_MEETING: new Map() }
  for (const { docent_id, room_id, text } of rows)
    if (docent_id !== null) slots.VIP_TOUR.set(docent_id, slotsOf(`docent ${docent_id} ${date}`, text))
    else slots.GROUP_MEETING.set(room_id!, slotsOf(`room ${room_id} ${date}`, text))
  return slots
}

/** More places than any show has, on two days. */
const MAX_KEPT = 300
const kept = new Map<string, { text: string; slots: readonly DaySlot[] }>()

/** A booking changes one place of a day, which is read anew for everybody: the others need not be taken apart again. */
function slotsOf(name: string, text: string): readonly DaySlot[] {
  const before = kept.get(name)
  const entry = before?.text === text ? before : { text, slots: takenApart(text) }
  kept.delete(name)
  kept.set(name, entry)
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
  return entry.slots
}

const instantOf = (seconds: string): Instant => Number(seconds) * 1000

const takenApart = (text: string): DaySlot[] =>
  text
    .split(' ')
    .map((one) => {
      const [id, time, end_time, duration, is_locked, start, status, end] = one.split('|')
      return {
        id: Number(id),
        time: time!,
        end_time: end_time!,
        duration: Number(duration),
        is_locked: is_locked === 't',
        starts_at: instantOf(start!),
        held: status === '' ? null : { status: status as Status, ends_at: instantOf(end!) },
      }
    })
    .toSorted((one, other) => one.starts_at - other.starts_at)

/** A day of the event as it is, read once after each change for all answers that are made of it. */
export const daySource = (date: string): Source<EventDay> => ({
  key: `day ${date}`,
  make: async (tx) => ({ answer: await findEventDay(tx, date), valid_until: Infinity }),
  isOf: (changed) => changed === date,
})

/** A day of the event as it is; undefined where that date is none. */
export const readDay = (snapshots: Snapshots, date: string, now: Instant): Promise<EventDay | undefined> =>
  snapshots.get(daySource(date), now)

type Made<T> = {
  answer: SerializedAnswer<T>
  /** The instant from which the clock alone makes it untrue; none where the clock changes nothing. */
  valid_until?: Instant
}

const madeOf = new WeakMap<EventDay, Map<string, Made<unknown>>>()

/** The answer of this name that is made of a day: made once, and until the clock changes it, for as long as the day is kept. */
export function answerOf<T>(
  day: EventDay,
  name: string,
  now: Instant,
  make: () => Made<T>,
): SerializedAnswer<T> {
  const made = madeOf.get(day) ?? new Map<string, Made<unknown>>()
  madeOf.set(day, made)
  const before = made.get(name)
  const current = before && now < (before.valid_until ?? Infinity) ? before : make()
  made.set(name, current)
  return current.answer as SerializedAnswer<T>
}
