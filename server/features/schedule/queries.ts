import type { Schedule, ScheduleSlot } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus, type ReservationKind } from '../../../domain/reservation.ts'
import { slotState } from '../../../domain/slot.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import type { DaySlot, EventDay } from '../slots/day/queries.ts'

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

/** A place's slots as visitors see them, as JSON text, and from when until when the clock leaves them so. */
type Shown = { text: string; from: Instant; until: Instant }

const NO_SLOTS = '[]'
/** A booking changes one place of a day: the slots of the others are the same list as before, and their text is too. */
const shownBefore = new WeakMap<readonly DaySlot[], Shown>()

/** Answers for the slots of each docent or room how visitors see them at `now`. */
function asShown(kind: ReservationKind, date: string, now: Instant) {
  const isAvailable = askOnce(date, now)
  const show = ({ id, time, end_time, duration, is_locked, starts_at, held }: DaySlot): ScheduleSlot => {
    const reservation = held && { status: displayedStatus({ kind, starts_at, ...held }, now) }
    const slot = { id, time, end_time, duration, is_locked, reservation }
    return { ...slot, is_available: isAvailable(slot) }
  }
  return (slots: readonly DaySlot[]): Shown => {
    const before = shownBefore.get(slots)
    if (before && before.from <= now && now < before.until) return before
    const shown = { text: JSON.stringify(slots.map(show)), from: now, until: nextChange(slots, now) }
    shownBefore.set(slots, shown)
    return shown
  }
}

/** The schedule's rows for docents or for rooms, as pieces of JSON text, and until when the clock leaves them so. */
function rowsOf(
  name: 'docent' | 'room',
  places: readonly { id: number }[],
  slots: ReadonlyMap<number, readonly DaySlot[]>,
  show: (slots: readonly DaySlot[]) => Shown,
) {
  const shown = new Map([...slots].map(([id, own]) => [id, show(own)]))
  const pieces = places.flatMap((place, n) => [
    `${n > 0 ? ',' : ''}{"${name}":${JSON.stringify(place)},"time_slots":`,
    shown.get(place.id)?.text ?? NO_SLOTS,
    '}',
  ])
  return { pieces, until: Math.min(...[...shown.values()].map(({ until }) => until)) }
}

/** The schedule of a day as it is at `now`, and the instant at which the clock alone will next change it. */
export function scheduleOf(
  { event_date: { date }, docents, rooms, slots }: EventDay,
  now: Instant,
): { answer: SerializedAnswer<Schedule>; valid_until: Instant } {
  const tours = rowsOf('docent', docents, slots.VIP_TOUR, asShown('VIP_TOUR', date, now))
  const meetings = rowsOf('room', rooms, slots.GROUP_MEETING, asShown('GROUP_MEETING', date, now))
  return {
    answer: new SerializedAnswer([
      `{"date":${JSON.stringify(date)},"tour_schedule":[`,
      ...tours.pieces,
      '],"room_schedule":[',
      ...meetings.pieces,
      ']}',
    ]),
    valid_until: Math.min(tours.until, meetings.until),
  }
}

/** The instant at which the clock alone next changes one of these slots, or whose reservation counts as over. */
function nextChange(slots: readonly DaySlot[], now: Instant): Instant {
  let next = Infinity
  for (const { starts_at, held } of slots)
    for (const instant of [starts_at, held?.ends_at ?? now])
      if (instant > now && instant < next) next = instant
  return next
}
