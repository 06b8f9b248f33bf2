import { useLocation } from 'wouter'
import type { EventDate } from '../../../contract/event-date.ts'
import type { ScheduleSlot } from '../../../contract/schedule.ts'
import { PATHS, type RoomBooking, type TourBooking } from '../../paths.ts'
import type { Place } from './choice.ts'

// History entries are small: only what the booking screen shows and sends goes along.
const chosenSlot = ({ id, time, end_time, duration }: ScheduleSlot) => ({ id, time, end_time, duration })

/** Opens the booking screen for what is chosen. */
export function useOpenBooking(day: EventDate, place: Place | undefined) {
  const [, navigate] = useLocation()
  return (slots: readonly ScheduleSlot[]) => {
    const chosenDate = { skip_time_selection: true, date: day.date, event_date_id: day.id } as const
    if (!place || !slots[0]) return
    if (place.kind === 'tour') {
      const { id, name, language, start_point } = place.docent
      const docent = { id, name, language, start_point }
      const state: TourBooking = { ...chosenDate, docent, slot: chosenSlot(slots[0]) }
      navigate(PATHS.reserveTour, { state })
    } else {
      const { id, name, floor, size } = place.room
      const state: RoomBooking = {
        ...chosenDate,
        room: { id, name, floor, size },
        slots: slots.map(chosenSlot),
      }
      navigate(PATHS.reserveRoom, { state })
    }
  }
}
