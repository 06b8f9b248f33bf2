import { useState } from 'react'
import type { ScheduleSlot } from '../../../contract/schedule.ts'
import { chooseSlot, stillFree } from '../../../domain/slot-choice.ts'
import { lossText } from '../../components/slot-text.ts'
import { tierRefusal } from '../../components/tier.tsx'
import { useLostSelection } from '../components/use-lost-selection.ts'
import { useMember } from '../components/use-member.ts'
import { freeAt, type Place } from './choice.ts'
import type { DayProps } from './day-view.tsx'
import { ALERTS, type Alert } from './selection.ts'
import { useOpenBooking } from './use-open-booking.ts'

/** The choice in a view of many docents or rooms: one of them and its times, by the rules of the view of one. */
export function useDayChoice({ day, kind, places, choice, change, now }: DayProps) {
  const member = useMember()
  const [alert, setAlert] = useState<string | null>(null)
  const key = kind === 'tour' ? 'docent_id' : 'room_id'
  const place = places.find(({ id }) => id === choice[key])
  const chosen = choice.slot_ids ?? []
  const isFree = freeAt(day.date, now)
  const slots = place?.slots ?? []
  const selected = stillFree(slots, chosen, isFree)
  const take = (at: Place | undefined, slot_ids: readonly number[]) =>
    change({ slot_ids, date: day.date, kind, ...(at && { [key]: at.id }) })
  const loss = useLostSelection(
    chosen,
    chosen.length > 0 && selected.length === 0,
    () => lossText(slots, chosen, day.date, now),
    () => take(place, []),
  )
  const openBooking = useOpenBooking(day, place)
  return {
    member,
    /** The docent or room of the chosen times. */
    place: selected.length > 0 ? place : undefined,
    selected,
    alert,
    closeAlert: () => setAlert(null),
    /** Takes times that are known to be free. */
    choose(at: Place, slot_ids: readonly number[]) {
      loss.forget()
      take(at, slot_ids)
    },
    /** A tap on one time of one docent or room; one elsewhere than the choice so far begins a new one there. */
    tap(at: Place, slot: ScheduleSlot) {
      const refusal = tierRefusal(member, at)
      if (refusal !== null) return setAlert(refusal)
      const next = chooseSlot(kind, at.slots, at === place ? chosen : [], slot, isFree)
      if (next && 'problem' in next) return setAlert(ALERTS[next.problem])
      loss.forget()
      if (next) take(at, next.selected)
    },
    /** The properties of the bar, but for the hint; what is still `missing` is asked for. */
    bar: (missing: Alert) => ({
      kind,
      selected,
      placeName: place?.name,
      refusal: place && selected.length > 0 ? tierRefusal(member, place) : null,
      loss: loss.text,
      onProceed: () => (selected.length > 0 ? openBooking(selected) : setAlert(ALERTS[missing])),
    }),
  }
}
