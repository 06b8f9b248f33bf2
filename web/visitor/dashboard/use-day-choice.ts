import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { EventDate } from '../../../contract/event-date.ts'
import type { ScheduleSlot } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { freeAt, isOwn, type MemberSlotState } from '../../../domain/slot.ts'
import { chooseSlot, stillFree } from '../../../domain/slot-choice.ts'
import { whyNothingLeft } from '../../../domain/times-left.ts'
import { lossText } from '../../components/slot-text.ts'
import { labelledName, tierRefusal } from '../../components/tier.tsx'
import {
  BOOKING_PATHS,
  LIST_PATHS,
  PLACE_KEYS,
  type Booking,
  type ChosenSlot,
  type DashboardState,
  type Kind,
} from '../../paths.ts'
import { NO_TIMES } from '../components/kept-choice.ts'
import { useLostSelection } from '../components/use-lost-selection.ts'
import { useMember } from '../components/use-member.ts'
import { own } from '../components/use-own-entry.ts'
import type { Place } from '../components/places.ts'
import { ALERTS, type Alert } from './selection.ts'

export type DayProps = {
  day: EventDate
  kind: Kind
  places: readonly Place[]
  choice: DashboardState
  change: (part: DashboardState) => void
  now: Instant
  /** Shows another day or place and moves the focus to its times. */
  lead: (to: DashboardState) => void
  /** True once after `lead`. */
  takeLead: () => boolean
  /** Links to the other ways to choose. */
  beside: ReactNode
}

/** The shared selection. It ends when none of the `looked` times is free. */
export function useDayChoice(
  { day, kind, places, choice, change, now }: DayProps,
  looked: readonly ScheduleSlot[] | null,
) {
  const member = useMember()
  const [, navigate] = useLocation()
  const [alert, setAlert] = useState<string | null>(null)
  const place = places.find(({ id }) => id === choice[PLACE_KEYS[kind]])
  const chosen = choice.slot_ids ?? []
  const isFree = freeAt(day.date, now)
  const slots = place?.slots ?? []
  const refusal = place ? tierRefusal(member, place) : null
  // A lowered tier ends the selection too.
  const selected = refusal === null ? stillFree(slots, chosen, isFree) : []
  const take = (at: Place | undefined, slot_ids: readonly number[]) =>
    change({ ...NO_TIMES, slot_ids, date: day.date, kind, ...(at && { [PLACE_KEYS[kind]]: at.id }) })
  const loss = useLostSelection(
    chosen,
    chosen.length > 0 && selected.length === 0,
    () => refusal ?? lossText(slots, chosen, day.date, now),
    () => change({ slot_ids: [] }),
  )
  const openBooking = ({ chosen }: Place, slots: readonly ChosenSlot[], waits = false) => {
    const dated = { skip_time_selection: true, date: day.date, event_date_id: day.id, slots, waits } as const
    const booking: Booking = { ...chosen, ...dated }
    navigate(BOOKING_PATHS[kind], { state: own(booking) })
  }
  const nothingLeft = looked && whyNothingLeft(looked, day.date, now)
  return {
    refusal,
    place: selected.length > 0 ? place : undefined,
    selected,
    nothingLeft,
    hasBar: nothingLeft === null || loss.text !== null,
    alert,
    closeAlert: () => setAlert(null),
    choose(at: Place, slot_ids: readonly number[]) {
      loss.forget()
      take(at, slot_ids)
    },
    /** A tap at another place starts a new selection there. */
    tap(at: Place, slot: ScheduleSlot, state: MemberSlotState) {
      const next = chooseSlot(kind, at.slots, at === place ? chosen : [], slot, isFree)
      const closed = tierRefusal(member, at)
      if (isOwn(state) && (closed !== null || next === null)) return navigate(LIST_PATHS[kind])
      if (closed !== null) return setAlert(closed)
      if (next && 'problem' in next) return setAlert(ALERTS[next.problem])
      loss.forget()
      if (next) take(at, next.selected)
    },
    /** Books the times, or waits for them. */
    wait(at: Place, times: readonly ChosenSlot[], waits: boolean) {
      if (waits) return openBooking(at, times, true)
      loss.forget()
      take(
        at,
        times.map(({ id }) => id),
      )
    },
    clear: () => take(place, []),
    /** Asks for what is `missing`; `closed` is why this place cannot be booked. */
    bar: (missing: Alert, closed: string | null = null) => ({
      kind,
      selected,
      placeName: place && labelledName(place),
      refusal: closed,
      loss: loss.text,
      ...(missing !== 'no_time' && { hint: ALERTS[missing] }),
      onProceed:
        nothingLeft === null && closed === null
          ? () => (place && selected.length > 0 ? openBooking(place, selected) : setAlert(ALERTS[missing]))
          : undefined,
    }),
  }
}
