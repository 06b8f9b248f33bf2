import { useCallback, useEffect, useMemo } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { ScheduleSlot } from '../../../contract/schedule.ts'
import { madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { slotState } from '../../../domain/slot.ts'
import { hasTierFor, type TierFlags } from '../../../domain/tier.ts'
import { now } from '../../browser/clock.ts'
import { readStored, storeForSession } from '../../browser/session-storage.ts'
import { BOOKING_PATHS, PATHS, type DashboardState, type Kind } from '../../paths.ts'
import type { Place } from '../components/places.ts'
import { own, useOwnEntry, type EntryNotes } from '../components/use-own-entry.ts'

const KEPT = 'dashboard'

/** Resets the times, which belong to one day and kind. */
export const NO_TIMES: DashboardState = { slot_ids: [], start: null }

type Entry = DashboardState & EntryNotes

/** The session's last choice, on today if its day is over. */
export function choiceToResume(last: Entry | null, today: string): DashboardState {
  const { from_login: _, of: __, dialogs: ___, ...choice } = last ?? {}
  return choice.date === undefined || choice.date >= today ? choice : { ...choice, date: today, ...NO_TIMES }
}

/** Completes a new entry with the last choice; without its times if the entry names a kind. */
function choiceAt(entry: Entry | null): DashboardState {
  if (entry?.of !== undefined) return entry
  const last = choiceToResume(readStored(KEPT) as Entry | null, madridDate(now()))
  return { ...last, ...(entry?.kind && NO_TIMES), ...entry }
}

/** In the history entry, so that it survives a reload and Back. */
export function useChoice() {
  const entry = useOwnEntry<DashboardState>()
  const choice = useMemo(() => choiceAt(entry), [entry])
  useEffect(() => {
    // Marks the entry at once, because dialogs add entries over it.
    if (entry?.of === undefined) navigate(PATHS.dashboard, { replace: true, state: own(choice) })
    storeForSession(KEPT, JSON.stringify(choice))
  }, [entry, choice])
  // Merged into the current entry: one press may close the popup and choose a time.
  const change = useCallback(
    (part: DashboardState) =>
      navigate(PATHS.dashboard, { replace: true, state: { ...(history.state as Entry), ...part } }),
    [],
  )
  return [choice, change] as const
}

/** The first place that the member may book and that has a free time. */
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

export const stepsAddress = (kind: Kind, date: string): string => `${BOOKING_PATHS[kind]}?date=${date}`
