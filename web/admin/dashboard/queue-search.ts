import { titleOf, placeName } from '../../components/reservation/reservation-text.ts'
import { hasWords, searchWords } from '../../../domain/search-text.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import type { QueueDay } from './queue.ts'

/** True when every word is found somewhere in what an administrator knows a reservation by. */
function matches(reservation: Reservation, words: readonly string[]): boolean {
  const { visitor, user } = reservation
  const known = [
    visitor.company,
    visitor.name,
    visitor.phone,
    user.name,
    user.company_name,
    user.phone,
    titleOf(reservation),
    placeName(reservation),
    reservation.type === 'GROUP_MEETING' ? reservation.visitor.manager_name : '',
  ]
  return hasWords(known, words)
}

/** The days of the queue with what matches the search; days without any are left out. */
export function searchQueue(days: readonly QueueDay[], search: string): readonly QueueDay[] {
  const words = searchWords(search)
  if (words.length === 0) return days
  return days
    .map(({ date, tours, meetings }) => ({
      date,
      tours: tours.filter((tour) => matches(tour, words)),
      meetings: meetings.filter((meeting) => matches(meeting, words)),
    }))
    .filter(({ tours, meetings }) => tours.length + meetings.length > 0)
}
