import { useCallback, useEffect, useMemo } from 'react'
import { navigate, useHistoryState } from 'wouter/use-browser-location'
import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import type { Schedule, ScheduleSlot } from '../../../contract/schedule.ts'
import { madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { slotState } from '../../../domain/slot.ts'
import { hasTierFor, type TierFlags } from '../../../domain/tier.ts'
import { ApiError } from '../../api/client.ts'
import { now } from '../../browser/clock.ts'
import { readStored, storeForSession } from '../../browser/session-storage.ts'
import { PATHS, type DashboardState } from '../../paths.ts'

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

/** The choice that a new visit to the dashboard begins with: the last one of the session, without a day that is over. */
export function choiceToResume(last: DashboardState | null, today: string): DashboardState {
  const { from_login: _, ...choice } = last ?? {}
  return choice.date === undefined || choice.date >= today ? choice : { ...choice, date: today, slot_ids: [] }
}

const resumed = () => choiceToResume(readStored(KEPT) as DashboardState | null, madridDate(now()))

/**
 * The choice on the dashboard. It lives in the history entry, so that it survives a reload and coming back; an entry
 * without one, as the navigation makes it, begins with the last choice of the session.
 */
export function useChoice() {
  const state = useHistoryState<DashboardState | null>()
  const choice = useMemo(() => state ?? resumed(), [state])
  useEffect(() => {
    storeForSession(KEPT, JSON.stringify(choice))
  }, [choice])
  // Merged into the entry as it is now: one press may both close the popup and choose a time.
  const change = useCallback((part: DashboardState) => {
    const current = (history.state as DashboardState | null) ?? resumed()
    navigate(PATHS.dashboard, { replace: true, state: { ...current, ...part } })
  }, [])
  return [choice, change] as const
}

/** True when the service answered that there is nothing on that day, in whatever words. */
export const isEmptyDay = (failure: Error | null): boolean =>
  failure instanceof ApiError && failure.status === 404

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
