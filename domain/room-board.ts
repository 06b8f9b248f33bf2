import { addDays, instantOf, startOfDay, type Instant } from './madrid-time.ts'

/** How long before its end a meeting counts as ending, and before its start as starting. */
const END_SOON_MINUTES = 5
const STARTING_SOON_MINUTES = 10
const MINUTE = 60_000

export type BoardStatus = 'AVAILABLE' | 'IN_USE' | 'STARTING_SOON'

/** An approved meeting of the board's day, as the service tells it: Madrid wall times, the end up to `24:00`. */
export type BoardMeeting = {
  start_time: string
  end_time: string
  status: string
  visitor: { title: string; name: string }
}

/** One block of the day: a meeting, or several of one party without a gap. */
export type BoardBlock = {
  title: string
  name: string
  start_time: string
  end_time: string
  starts_at: Instant
  ends_at: Instant
}

export type Board = {
  status: BoardStatus
  /** With STARTING_SOON: whether a meeting is about to end rather than to begin. */
  isEnding: boolean
  /** The meeting that takes place, else the next one of the day. */
  meeting: BoardBlock | null
  /** The instant counted down to: the end of the meeting that takes place, else the start of the next one. */
  counts_to: Instant | null
}

/** The instant of a wall time of a day; `24:00` is its end, and a time that the clock change leaves out the next one. */
export function wallInstant(date: string, time: string): Instant {
  if (time === '24:00') return startOfDay(addDays(date, 1))
  const instant = instantOf(date, time)
  if (instant !== null) return instant
  // Only an hour in spring is missing: a time in it stands for the wall time one hour later.
  return instantOf(date, `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`)!
}

/**
 * The day's meetings in the order in which they take place, adjacent ones of the same name, title and status joined
 * to one block.
 */
export function boardBlocks(date: string, meetings: readonly BoardMeeting[]): BoardBlock[] {
  const blocks: (BoardBlock & { status: string })[] = []
  const timed = meetings.map(({ start_time, end_time, status, visitor }) => {
    const starts_at = wallInstant(date, start_time)
    // In autumn an end may read like a time before its start: then it is the second of two equal hours.
    const end = wallInstant(date, end_time)
    const ends_at = end > starts_at ? end : end + 60 * MINUTE
    return { ...visitor, status, start_time, end_time, starts_at, ends_at }
  })
  for (const { title, name, status, start_time, end_time, starts_at, ends_at } of timed.toSorted(
    (a, b) => a.starts_at - b.starts_at,
  )) {
    const last = blocks.at(-1)
    const isSameParty = last && last.title === title && last.name === name && last.status === status
    if (last && isSameParty && last.ends_at === starts_at) Object.assign(last, { end_time, ends_at })
    else blocks.push({ title, name, status, start_time, end_time, starts_at, ends_at })
  }
  return blocks.map(({ status: _, ...block }) => block)
}

type Party = { starts_at: Instant; ends_at: Instant; title: string; name: string }

/**
 * Which of a day's approved meetings, in the order in which they take place, still stand on the board at `now`: one that
 * has ended stays for as long as the block that it is a part of, or a joined meeting would shrink half-way through.
 */
export function stillOnBoard<Meeting extends Party>(meetings: readonly Meeting[], now: Instant): Meeting[] {
  const shown: Meeting[] = []
  for (const meeting of meetings.toReversed()) {
    const next = shown[0]
    const isSameParty = next && next.title === meeting.title && next.name === meeting.name
    if (now < meeting.ends_at || (isSameParty && next.starts_at === meeting.ends_at)) shown.unshift(meeting)
  }
  return shown
}

/**
 * The state of a board at `now`: in use while a meeting takes place, ending in its last five minutes, starting in the
 * ten minutes before the next one, else available.
 */
export function boardAt(blocks: readonly BoardBlock[], now: Instant): Board {
  const current = blocks.find(({ starts_at, ends_at }) => starts_at <= now && now < ends_at)
  if (current) {
    const isEnding = current.ends_at - now <= END_SOON_MINUTES * MINUTE
    const status = isEnding ? 'STARTING_SOON' : 'IN_USE'
    return { status, isEnding, meeting: current, counts_to: current.ends_at }
  }
  const next = blocks.find(({ starts_at }) => starts_at > now) ?? null
  const isStarting = next !== null && next.starts_at - now <= STARTING_SOON_MINUTES * MINUTE
  return {
    status: isStarting ? 'STARTING_SOON' : 'AVAILABLE',
    isEnding: false,
    meeting: next,
    counts_to: next?.starts_at ?? null,
  }
}

/** The wall time at which a board's day ends, unless its last slot ends later. */
const DAY_END = '19:10'

/** From when to when a board's day is drawn: from its first slot to 19:10, or to its last slot's end if that is later. */
export function boardSpan(
  date: string,
  slots: readonly { time: string; end_time: string }[],
): { from: Instant; to: Instant } {
  const from = Math.min(...slots.map(({ time }) => wallInstant(date, time)))
  const ends = slots.map(({ end_time }) => wallInstant(date, end_time))
  return { from, to: Math.max(wallInstant(date, DAY_END), ...ends) }
}

/** Whole minutes that are left until something, rounded up: at the last second there is still one. */
export const minutesUntil = (instant: Instant, now: Instant): number =>
  Math.max(0, Math.ceil((instant - now) / MINUTE))
