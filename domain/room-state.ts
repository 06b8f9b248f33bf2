import { endOfDay, type Instant } from './madrid-time.ts'

/** How long before its end a meeting counts as ending, and before its start as starting. */
const END_SOON_MINUTES = 5
const STARTING_SOON_MINUTES = 10
const MINUTE = 60_000

/** A room in the list of all; `closed`: no time of today is left, or all of them are locked. */
export const ROOM_STATES = ['in_use', 'soon', 'free', 'closed'] as const
export type RoomState = (typeof ROOM_STATES)[number]

/** The large word and the colour of a room's board; `closed`: every time of today is locked. */
export const BOARD_STATES = ['available', 'starting_soon', 'in_use', 'end_soon', 'closed'] as const
export type BoardState = (typeof BOARD_STATES)[number]

export type Span = { starts_at: Instant; ends_at: Instant }

/** `is_held`: a request or a meeting has it. */
export type RoomSlot = Span & { is_locked: boolean; is_held: boolean }

/** The facts of a room's day that decide its state. */
export type RoomDay<Meeting extends Span = Span> = {
  /** The approved meetings in chronological order; adjacent ones of the same visitor group are merged. */
  meetings: readonly Meeting[]
  slots: readonly RoomSlot[]
}

/** The state of a room at one instant. */
export type RoomMoment<Meeting extends Span = Span> = {
  state: RoomState
  board: BoardState
  /** An unlocked slot covers now. */
  is_open: boolean
  /**
   * The end of the running meeting, or the start of the one about to begin. Else, for an open room, until when it is free;
   * for any other, the next start that can be booked. Null if there is none today.
   */
  until: Instant | null
  /** The running meeting, else the next one of the day. */
  meeting: Meeting | null
  /** The one after that. */
  next: Meeting | null
}

/**
 * The state of a room at `now`, for its board and for the list of all rooms. A board without a meeting now or soon is
 * available, also outside the room's times, unless all of them are locked.
 */
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

/** The next start of a slot that nothing holds. */
function nextStart(open: readonly RoomSlot[], meetings: readonly Span[], now: Instant): Instant | null {
  const starts = open
    .filter(({ starts_at, is_held }) => now < starts_at && !is_held)
    .filter(
      (slot) => !meetings.some((each) => each.starts_at < slot.ends_at && slot.starts_at < each.ends_at),
    )
    .map(({ starts_at }) => starts_at)
  return starts.length > 0 ? Math.min(...starts) : null
}

/** Until when a room is open without a break; `now` itself if it is not open. */
const openUntil = (open: readonly Span[], now: Instant): Instant =>
  open
    .toSorted((a, b) => a.starts_at - b.starts_at)
    .reduce((end, span) => (span.starts_at <= end && end < span.ends_at ? span.ends_at : end), now)

/** Until when a closed room is closed, the end of its day where it does not open again; null while it is not closed. */
export function closedUntil({ state, until }: RoomMoment, date: string): Instant | null {
  return state === 'closed' ? (until ?? endOfDay(date)) : null
}

/** The instants at which the clock alone may change the state of a room, in any order. */
export const stateChanges = ({ meetings, slots }: RoomDay): Instant[] => [
  ...[...meetings, ...slots].flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]),
  ...meetings.map(({ starts_at }) => starts_at - STARTING_SOON_MINUTES * MINUTE),
  ...meetings.map(({ ends_at }) => ends_at - END_SOON_MINUTES * MINUTE),
]

/** Whole minutes that are left until something, rounded up: at the last second there is still one. */
export const minutesUntil = (instant: Instant, now: Instant): number =>
  Math.max(0, Math.ceil((instant - now) / MINUTE))
