import { useLocation } from 'wouter'
import type { EventDate } from '../../../contract/event-date.ts'
import { PATHS, type ChosenSlot, type RoomBooking, type TourBooking } from '../../paths.ts'
import { own } from '../components/use-own-entry.ts'
import type { Place } from './choice.ts'

export function useOpenBooking(day: EventDate) {
  const [, navigate] = useLocation()
  return (place: Place | undefined, slots: readonly ChosenSlot[], waits = false) => {
    const chosenDate = { skip_time_selection: true, date: day.date, event_date_id: day.id, waits } as const
    if (!place || !slots[0]) return
    const state: TourBooking | RoomBooking =
      place.kind === 'tour'
        ? { ...chosenDate, docent: place.docent, slot: slots[0] }
        : { ...chosenDate, room: place.room, slots }
    navigate(place.kind === 'tour' ? PATHS.reserveTour : PATHS.reserveRoom, { state: own(state) })
  }
}
