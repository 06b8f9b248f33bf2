import { HOUR, type Instant } from './madrid-time.ts'
import type { RoomDay, Span } from './room-state.ts'
import { wallInstant } from './wall-instant.ts'

export type BoardMeeting = {
  time_range: string
  status: string
  visitor: { title: string; name: string }
  /** Equal within a visitor group, even with hidden names. */
  party?: number
}

export type BoardSlot = { time: string; end_time?: string; is_locked?: boolean; is_held?: boolean }

export type BoardDay = {
  room_info: { name: string; floor?: number; size?: number }
  date?: string
  time_slots: readonly BoardSlot[]
  reservations: readonly BoardMeeting[]
}

export type BoardBlock = Span & { title: string; name: string; start_time: string; end_time: string }

const SLOT_MS = 10 * 60_000

function wallSpan(date: string, start: string, end: string): Span {
  const starts_at = wallInstant(date, start)
  const ends_at = wallInstant(date, end)
  // An earlier-looking end is in autumn's repeated hour.
  return { starts_at, ends_at: ends_at > starts_at ? ends_at : ends_at + HOUR }
}

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

/** Compares full names, before boards mask them. */
export function withParties<Meeting extends Party>(
  meetings: readonly Meeting[],
): (Meeting & { party: number })[] {
  const keys = meetings.map(({ title, name }) => JSON.stringify([title, name]))
  const parties = [...new Set(keys)]
  return meetings.map((meeting, i) => ({ ...meeting, party: parties.indexOf(keys[i]!) + 1 }))
}

type Part = Span & { party: number | string }

/** Sorted, adjacent meetings of one group together. */
export function partyRuns<Meeting extends Part>(meetings: readonly Meeting[]): Meeting[][] {
  const runs: Meeting[][] = []
  for (const meeting of [...meetings].sort((a, b) => a.starts_at - b.starts_at)) {
    const last = runs.at(-1)?.at(-1)
    if (last && last.party === meeting.party && last.ends_at === meeting.starts_at) runs.at(-1)!.push(meeting)
    else runs.push([meeting])
  }
  return runs
}

export const spanOfRun = (run: readonly Span[]): Span => ({
  starts_at: run[0]!.starts_at,
  ends_at: run.at(-1)!.ends_at,
})

/** Ended meetings stay until their run ends, so blocks never shrink. */
export const stillOnBoard = <Meeting extends Part>(meetings: readonly Meeting[], now: Instant): Meeting[] =>
  partyRuns(meetings)
    .filter((run) => now < run.at(-1)!.ends_at)
    .flat()

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

const DAY_END = '19:10'

/** Ends at 19:10 or with the last slot. */
export const boardSpan = (date: string, slots: readonly Span[]): { from: Instant; to: Instant } => ({
  from: Math.min(...slots.map(({ starts_at }) => starts_at)),
  to: Math.max(wallInstant(date, DAY_END), ...slots.map(({ ends_at }) => ends_at)),
})
