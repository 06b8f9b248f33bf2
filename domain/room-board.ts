import { addDays, instantOf, startOfDay, type Instant } from './madrid-time.ts'
import type { RoomDay, Span } from './room-state.ts'

const HOUR = 60 * 60_000

/** The fields of a meeting that a board draws; optional ones are derived if an answer lacks them. */
export type BoardMeeting = {
  /** Madrid wall times with ` ~ ` between them, the end up to `24:00`. */
  time_range: string
  status: string
  visitor: { title: string; name: string }
  /** Equal for the reservations of one visitor group, also where their names are hidden. */
  party?: number
}

/** The fields of a slot; one without an end lasts ten minutes. */
export type BoardSlot = { time: string; end_time?: string; is_locked?: boolean; is_held?: boolean }

/** The fields of an answer to a board. */
export type BoardDay = {
  room_info: { name: string; floor?: number; size?: number }
  date?: string
  time_slots: readonly BoardSlot[]
  reservations: readonly BoardMeeting[]
}

/** One block of the day: a meeting, or adjacent ones of one visitor group. */
export type BoardBlock = Span & { title: string; name: string; start_time: string; end_time: string }

const SLOT_MS = 10 * 60_000

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

/** The day of a room from the answer to its board, for `roomAt`. */
export const boardDay = (
  date: string,
  { time_slots, reservations }: Pick<BoardDay, 'time_slots' | 'reservations'>,
): RoomDay<BoardBlock> => ({
  meetings: boardBlocks(date, reservations),
  slots: time_slots.map(({ time, end_time, is_locked = false, is_held = false }) => {
    const starts_at = wallInstant(date, time)
    const span = end_time ? wallSpan(date, time, end_time) : { starts_at, ends_at: starts_at + SLOT_MS }
    return { ...span, is_locked, is_held }
  }),
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

type Part = Span & { party: number | string }

/** The day's meetings in chronological order, adjacent ones of one visitor group together. */
export function partyRuns<Meeting extends Part>(meetings: readonly Meeting[]): Meeting[][] {
  const runs: Meeting[][] = []
  for (const meeting of meetings.toSorted((a, b) => a.starts_at - b.starts_at)) {
    const last = runs.at(-1)?.at(-1)
    if (last && last.party === meeting.party && last.ends_at === meeting.starts_at) runs.at(-1)!.push(meeting)
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

/** The blocks of a day's approved meetings, in chronological order. */
export const boardBlocks = (date: string, meetings: readonly BoardMeeting[]): BoardBlock[] =>
  partyRuns(
    meetings
      .filter(({ status }) => status === 'APPROVED')
      .map(({ time_range, party, visitor }) => {
        const [start_time, end_time] = time_range.split(' ~ ') as [string, string]
        const times = { start_time, end_time, ...wallSpan(date, start_time, end_time) }
        return { ...times, visitor, party: party ?? JSON.stringify([visitor.title, visitor.name]) }
      }),
  ).map((run) => ({
    ...run[0]!.visitor,
    ...spanOfRun(run),
    start_time: run[0]!.start_time,
    end_time: run.at(-1)!.end_time,
  }))

/** The wall time at which a board's day ends, unless its last slot ends later. */
const DAY_END = '19:10'

/** From when to when a board's day is drawn: from its first slot to 19:10, or to its last slot's end if that is later. */
export const boardSpan = (date: string, slots: readonly Span[]): { from: Instant; to: Instant } => ({
  from: Math.min(...slots.map(({ starts_at }) => starts_at)),
  to: Math.max(wallInstant(date, DAY_END), ...slots.map(({ ends_at }) => ends_at)),
})
