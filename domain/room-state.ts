import { endOfDay, type Instant } from './madrid-time.ts'

/** How long before its end a meeting counts as ending, and before its start as starting. */
const END_SOON_MINUTES = 5
const STARTING_SOON_MINUTES = 10
const MINUTE = 60_000

export const ROOM_STATES = ['in_use', 'soon', 'free', 'closed'] as const
export type RoomState = (typeof ROOM_STATES)[number]

export type Span = { starts_at: Instant; ends_at: Instant }

/** A room's day as far as its state hangs on it. */
export type RoomDay<Meeting extends Span = Span> = {
  /** The approved meetings in the order in which they take place, joined where one party stays. */
  meetings: readonly Meeting[]
  /** The times at which the room can be used at all: its slots that are not locked, in any order. */
  open: readonly Span[]
}

/** The state of a room at one moment, and from when to when it has it. */
export type RoomMoment<Meeting extends Span = Span> = {
  state: RoomState
  /** With `soon`: whether a meeting is about to end rather than to begin. */
  isEnding: boolean
  /**
   * The end of the meeting that takes place; the start of one that is about to begin; until when a free room stays free;
   * when a closed one opens again, null for not today.
   */
  until: Instant | null
  /** The meeting that takes place, else the next one of the day. */
  meeting: Meeting | null
  /** The first one after that. */
  next: Meeting | null
}

/**
 * The state of a room at `now`, for its board and for the list of all: in use while a meeting takes place, `soon` in its
 * last five minutes and in the ten before the next one, free in a slot that is not locked, else closed.
 */
export function roomAt<Meeting extends Span>(
  { meetings, open }: RoomDay<Meeting>,
  now: Instant,
): RoomMoment<Meeting> {
  const [first = null, second = null] = meetings.filter(({ ends_at }) => now < ends_at)
  const around = { isEnding: false, meeting: first, next: second }
  if (first && first.starts_at <= now) {
    const isEnding = first.ends_at - now <= END_SOON_MINUTES * MINUTE
    return { ...around, state: isEnding ? 'soon' : 'in_use', isEnding, until: first.ends_at }
  }
  const starts_at = first?.starts_at ?? Infinity
  if (starts_at - now <= STARTING_SOON_MINUTES * MINUTE) return { ...around, state: 'soon', until: starts_at }
  const closes = openUntil(open, now)
  if (closes > now) return { ...around, state: 'free', until: Math.min(closes, starts_at) }
  const opens = Math.min(starts_at, ...startsOf(open).filter((start) => start > now))
  return { ...around, state: 'closed', until: Number.isFinite(opens) ? opens : null }
}

const startsOf = (spans: readonly Span[]) => spans.map(({ starts_at }) => starts_at)

/** Until when a room is open without a break; `now` itself where it is not. */
const openUntil = (open: readonly Span[], now: Instant): Instant =>
  open
    .toSorted((a, b) => a.starts_at - b.starts_at)
    .reduce((end, span) => (span.starts_at <= end && end < span.ends_at ? span.ends_at : end), now)

/** Until when a closed room is closed, the end of its day where it does not open again; null while it is not closed. */
export function closedUntil({ state, until }: RoomMoment, date: string): Instant | null {
  return state === 'closed' ? (until ?? endOfDay(date)) : null
}

/** The instants at which the clock alone may change the state of a room, in any order. */
export const stateChanges = ({ meetings, open }: RoomDay): Instant[] => [
  ...[...meetings, ...open].flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]),
  ...meetings.map(({ starts_at }) => starts_at - STARTING_SOON_MINUTES * MINUTE),
  ...meetings.map(({ ends_at }) => ends_at - END_SOON_MINUTES * MINUTE),
]

/** Whole minutes that are left until something, rounded up: at the last second there is still one. */
export const minutesUntil = (instant: Instant, now: Instant): number =>
  Math.max(0, Math.ceil((instant - now) / MINUTE))
