import { MINUTE, endOfDay, type Instant } from './madrid-time.ts'

const END_SOON_MINUTES = 5
const STARTING_SOON_MINUTES = 10

export const ROOM_STATES = ['in_use', 'soon', 'free', 'closed'] as const
export type RoomState = (typeof ROOM_STATES)[number]

export const BOARD_STATES = ['available', 'starting_soon', 'in_use', 'end_soon', 'closed'] as const
export type BoardState = (typeof BOARD_STATES)[number]

export type Span = { starts_at: Instant; ends_at: Instant }

export type RoomSlot = Span & { is_locked: boolean; is_held: boolean }

export type RoomDay<Meeting extends Span = Span> = {
  meetings: readonly Meeting[]
  slots: readonly RoomSlot[]
}

export type RoomMoment<Meeting extends Span = Span> = {
  state: RoomState
  board: BoardState
  is_open: boolean
  /** When the state ends; if not open, the next bookable start. */
  until: Instant | null
  meeting: Meeting | null
  next: Meeting | null
}

/** Meetings must be sorted, adjacent ones merged. */
export function roomAt<Meeting extends Span>(
  { meetings, slots }: RoomDay<Meeting>,
  now: Instant,
): RoomMoment<Meeting> {
  const [meeting = null, next = null] = meetings.filter(({ ends_at }) => now < ends_at)
  const open = slots.filter(({ is_locked }) => !is_locked)
  const closes = openUntil(open, now)
  const rest = { is_open: closes > now, meeting, next }
  if (meeting && meeting.starts_at <= now)
    return meeting.ends_at - now <= END_SOON_MINUTES * MINUTE
      ? { ...rest, state: 'soon', board: 'end_soon', until: meeting.ends_at }
      : { ...rest, state: 'in_use', board: 'in_use', until: meeting.ends_at }
  const starts_at = meeting?.starts_at ?? Infinity
  if (starts_at - now <= STARTING_SOON_MINUTES * MINUTE)
    return { ...rest, state: 'soon', board: 'starting_soon', until: starts_at }
  if (open.length === 0) return { ...rest, state: 'closed', board: 'closed', until: meeting && starts_at }
  if (rest.is_open) return { ...rest, state: 'free', board: 'available', until: Math.min(closes, starts_at) }
  const state = meeting || open.some((slot) => now < slot.starts_at) ? 'free' : 'closed'
  return { ...rest, state, board: 'available', until: nextStart(open, meetings, now) }
}

function nextStart(open: readonly RoomSlot[], meetings: readonly Span[], now: Instant): Instant | null {
  const starts = open
    .filter(({ starts_at, is_held }) => now < starts_at && !is_held)
    .filter(
      (slot) => !meetings.some((each) => each.starts_at < slot.ends_at && slot.starts_at < each.ends_at),
    )
    .map(({ starts_at }) => starts_at)
  return starts.length > 0 ? Math.min(...starts) : null
}

const openUntil = (open: readonly Span[], now: Instant): Instant =>
  [...open]
    .sort((a, b) => a.starts_at - b.starts_at)
    .reduce((end, span) => (span.starts_at <= end && end < span.ends_at ? span.ends_at : end), now)

/** End of `date` without reopening; null unless closed. */
export function closedUntil({ state, until }: RoomMoment, date: string): Instant | null {
  return state === 'closed' ? (until ?? endOfDay(date)) : null
}

/** When time alone may change the state, unsorted. */
export const stateChanges = ({ meetings, slots }: RoomDay): Instant[] => [
  ...[...meetings, ...slots].flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]),
  ...meetings.map(({ starts_at }) => starts_at - STARTING_SOON_MINUTES * MINUTE),
  ...meetings.map(({ ends_at }) => ends_at - END_SOON_MINUTES * MINUTE),
]

/** Rounded up, at least 0. */
export const minutesUntil = (instant: Instant, now: Instant): number =>
  Math.max(0, Math.ceil((instant - now) / MINUTE))
