import { useLocation } from 'wouter'
import type { EventDate } from '../../../contract/event-date.ts'
import type { ScheduleSlot } from '../../../contract/schedule.ts'
import {
  chosenDocent,
  chosenRoom,
  chosenSlot,
  PATHS,
  type RoomBooking,
  type TourBooking,
} from '../../paths.ts'
import type { Place } from './choice.ts'

/** Opens the booking screen for what is chosen. */
export function useOpenBooking(day: EventDate, place: Place | undefined) {
  const [, navigate] = useLocation()
  return (slots: readonly ScheduleSlot[]) => {
    const chosenDate = { skip_time_selection: true, date: day.date, event_date_id: day.id } as const
    if (!place || !slots[0]) return
    if (place.kind === 'tour') {
      const state: TourBooking = {
        ...chosenDate,
        docent: chosenDocent(place.docent),
        slot: chosenSlot(slots[0]),
      }
      navigate(PATHS.reserveTour, { state })
    } else {
      const state: RoomBooking = {
        ...chosenDate,
        room: chosenRoom(place.room),
        slots: slots.map(chosenSlot),
      }
      navigate(PATHS.reserveRoom, { state })
    }
  }
}
