import { useCallback, useEffect, useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import type { Schedule, ScheduleSlot } from '../../../contract/schedule.ts'
import { madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { slotState } from '../../../domain/slot.ts'
import { hasTierFor, type TierFlags } from '../../../domain/tier.ts'
import { now } from '../../browser/clock.ts'
import { readStored, storeForSession } from '../../browser/session-storage.ts'
import { PATHS, type DashboardState } from '../../paths.ts'
import { own, useOwnEntry, type EntryNotes } from '../components/use-own-entry.ts'

export type Kind = 'tour' | 'room'

/** A docent or a room, as the grid and the dropdown need it. */
export type Place = TierFlags & {
  id: number
  name: string
  /** The facts to know before choosing it: the one that stands beside its name in a list, and the other. */
  facts: readonly [string, string]
  slots: readonly ScheduleSlot[]
} & ({ kind: 'tour'; docent: Docent } | { kind: 'room'; room: Room })

/** Where the choice between docents or rooms is kept. */
export const PLACE_KEYS = { tour: 'docent_id', room: 'room_id' } as const

const KEPT = 'dashboard'

/** Nothing chosen of the times, which belong to one day of one kind. */
export const NO_TIMES: DashboardState = { slot_ids: [], start: null }

type Entry = DashboardState & EntryNotes

/** The choice that a new visit to the dashboard begins with: the last one of the session, without a day that is over. */
export function choiceToResume(last: Entry | null, today: string): DashboardState {
  const { from_login: _, of: __, dialogs: ___, ...choice } = last ?? {}
  return choice.date === undefined || choice.date >= today ? choice : { ...choice, date: today, ...NO_TIMES }
}

/**
 * The choice at a history entry. One that nobody has been at yet has at most a part, from the screen that has led here:
 * the rest is that of the last choice, but for the times where the part leads elsewhere.
 */
function choiceAt(entry: Entry | null): DashboardState {
  if (entry?.of !== undefined) return entry
  const last = choiceToResume(readStored(KEPT) as Entry | null, madridDate(now()))
  return { ...last, ...(entry?.kind && NO_TIMES), ...entry }
}

/** The choice on the dashboard. It lives in the history entry, so that it survives a reload and coming back. */
export function useChoice() {
  const entry = useOwnEntry<DashboardState>()
  const choice = useMemo(() => choiceAt(entry), [entry])
  useEffect(() => {
    // Dialogs come to the entry and go again, which must find the choice there.
    if (entry?.of === undefined) navigate(PATHS.dashboard, { replace: true, state: own(choice) })
    storeForSession(KEPT, JSON.stringify(choice))
  }, [entry, choice])
  // Merged into the entry as it is now: one press may both close the popup and choose a time.
  const change = useCallback(
    (part: DashboardState) =>
      navigate(PATHS.dashboard, { replace: true, state: { ...(history.state as Entry), ...part } }),
    [],
  )
  return [choice, change] as const
}

/** The docents or rooms of a day. */
export function placesOf(schedule: Schedule | undefined, kind: Kind): Place[] {
  if (!schedule) return []
  if (kind === 'tour')
    return schedule.tour_schedule.map(({ docent, time_slots }) => ({
      ...docent,
      kind,
      docent,
      facts: [docent.language, `시작 위치 ${docent.start_point}`],
      slots: time_slots,
    }))
  return schedule.room_schedule.map(({ room, time_slots }) => ({
    ...room,
    kind,
    room,
    facts: [`${room.floor}층`, `최대 ${room.size}명`],
    slots: time_slots,
  }))
}

/**
 * The place to show before one is chosen: the first that this member may book and that has a free time, so that the
 * way to a request is short.
 */
export function firstPlace(
  places: readonly Place[],
  member: TierFlags,
  isFree: (slot: ScheduleSlot) => boolean,
): Place | undefined {
  const allowed = places.filter((place) => hasTierFor(member, place))
  return allowed.find((place) => place.slots.some(isFree)) ?? allowed[0] ?? places[0]
}

export const freeAt =
  (date: string, now: Instant) =>
  (slot: ScheduleSlot): boolean =>
    slotState(slot, date, now) === 'available'

/** Where the same is booked step by step, the date already chosen. */
export const stepsAddress = (kind: Kind, date: string): string =>
  `${kind === 'tour' ? PATHS.reserveTour : PATHS.reserveRoom}?date=${date}`
