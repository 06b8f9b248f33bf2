import { addDays, instantOf, startOfDay, type Instant } from './madrid-time.ts'
import type { RoomDay, Span } from './room-state.ts'

const HOUR = 60 * 60_000

/** An approved meeting of the board's day, as the service tells it: Madrid wall times, the end up to `24:00`. */
export type BoardMeeting = {
  start_time: string
  end_time: string
  status: string
  /** Equal for the reservations of one party, whatever of its names is shown. */
  party: number
  visitor: { title: string; name: string }
}

/** A slot of the board's day. */
type BoardSlot = { time: string; end_time: string; is_locked: boolean }

/** One block of the day: a meeting, or several of one party without a gap. */
export type BoardBlock = Span & { title: string; name: string; start_time: string; end_time: string }

/** The instant of a wall time of a day; `24:00` is its end, and a time that the clock change leaves out the next one. */
export function wallInstant(date: string, time: string): Instant {
  if (time === '24:00') return startOfDay(addDays(date, 1))
  const instant = instantOf(date, time)
  if (instant !== null) return instant
  // Only an hour in spring is missing: a time in it stands for the wall time one hour later.
  return instantOf(date, `${String(Number(time.slice(0, 2)) + 1).padStart(2, '0')}${time.slice(2)}`)!
}

/** When something takes place that stands with its wall times on a board. */
function wallSpan(date: string, start: string, end: string): Span {
  const starts_at = wallInstant(date, start)
  const ends_at = wallInstant(date, end)
  // In autumn an end may read like a time before its start: then it is the second of two equal hours.
  return { starts_at, ends_at: ends_at > starts_at ? ends_at : ends_at + HOUR }
}

/** The day of a room as its board knows it, for `roomAt`. */
export const boardDay = (
  date: string,
  slots: readonly BoardSlot[],
  meetings: readonly BoardMeeting[],
): RoomDay<BoardBlock> => ({
  meetings: boardBlocks(date, meetings),
  open: slots
    .filter(({ is_locked }) => !is_locked)
    .map(({ time, end_time }) => wallSpan(date, time, end_time)),
})

type Party = { title: string; name: string }

/**
 * Numbers the parties of a day's meetings: equal for the same party, whole names compared, because those that a board
 * shows may be equal although the parties are not.
 */
export function withParties<Meeting extends Party>(
  meetings: readonly Meeting[],
): (Meeting & { party: number })[] {
  const keys = meetings.map(({ title, name }) => JSON.stringify([title, name]))
  const parties = [...new Set(keys)]
  return meetings.map((meeting, i) => ({ ...meeting, party: parties.indexOf(keys[i]!) + 1 }))
}

type Part = Span & { party: number; status: string }

/** The day's meetings in the order in which they take place, adjacent ones of the same party and status together. */
export function partyRuns<Meeting extends Part>(meetings: readonly Meeting[]): Meeting[][] {
  const runs: Meeting[][] = []
  for (const meeting of meetings.toSorted((a, b) => a.starts_at - b.starts_at)) {
    const last = runs.at(-1)?.at(-1)
    const isSameParty = last && last.party === meeting.party && last.status === meeting.status
    if (isSameParty && last.ends_at === meeting.starts_at) runs.at(-1)!.push(meeting)
    else runs.push([meeting])
  }
  return runs
}

/** From when to when a run of meetings without a gap takes place. */
export const spanOfRun = (run: readonly Span[]): Span => ({
  starts_at: run[0]!.starts_at,
  ends_at: run.at(-1)!.ends_at,
})

/**
 * Which of a day's approved meetings still stand on the board at `now`: one that has ended stays for as long as the
 * block that it is a part of, or a joined meeting would shrink half-way through.
 */
export const stillOnBoard = <Meeting extends Part>(meetings: readonly Meeting[], now: Instant): Meeting[] =>
  partyRuns(meetings)
    .filter((run) => now < run.at(-1)!.ends_at)
    .flat()

/** The day's blocks in the order in which they take place. */
export const boardBlocks = (date: string, meetings: readonly BoardMeeting[]): BoardBlock[] =>
  partyRuns(
    meetings.map((meeting) => ({ ...meeting, ...wallSpan(date, meeting.start_time, meeting.end_time) })),
  ).map((run) => ({
    ...run[0]!.visitor,
    ...spanOfRun(run),
    start_time: run[0]!.start_time,
    end_time: run.at(-1)!.end_time,
  }))

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
