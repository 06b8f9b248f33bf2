import { useCallback, useEffect, useMemo, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { ScheduleSlot } from '../../../contract/schedule.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { hasTierFor, type TierFlags } from '../../../domain/tier.ts'
import { now } from '../../browser/clock.ts'
import { PATHS, type DashboardState } from '../../paths.ts'
import { keepChoice, keptChoice, NO_TIMES } from '../components/kept-choice.ts'
import type { Place } from '../components/places.ts'
import { own, useOwnEntry, type EntryNotes } from '../components/use-own-entry.ts'

type Entry = DashboardState & EntryNotes

/** The session's last choice, on the next day if its day is over. */
export function choiceToResume(last: Entry | null, today: string): DashboardState {
  const choice = withoutNotes(last)
  if (choice.date === undefined || choice.date >= today) return choice
  const { date: _, ...rest } = choice
  return { ...rest, ...NO_TIMES }
}

function withoutNotes(entry: Entry | null): DashboardState {
  const { from_login: _, of: __, dialogs: ___, ...choice } = entry ?? {}
  return choice
}

/** Completes a new entry with the last choice; without its times if the entry names a kind. */
function choiceAt(entry: Entry | null): DashboardState {
  const last = keptChoice()
  // The wizard or the form may have chosen since the entry was left.
  if (entry?.of !== undefined) {
    const choice = { ...entry, ...withoutNotes(last) }
    return JSON.stringify(choice) === JSON.stringify(entry) ? entry : choice
  }
  return { ...choiceToResume(last, madridDate(now())), ...(entry?.kind && NO_TIMES), ...entry }
}

/** In the history entry, so that it survives a reload and Back. */
export function useChoice() {
  const entry = useOwnEntry<DashboardState>()
  const [found] = useState(entry)
  const isFound = entry === found || entry?.of === undefined
  const choice = useMemo(() => (isFound ? choiceAt(entry) : entry), [isFound, entry])
  useEffect(() => {
    // Marks the entry at once, because dialogs add entries over it.
    if (choice !== entry) navigate(PATHS.dashboard, { replace: true, state: own(choice) })
    keepChoice(choice)
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
