import { titleOf, placeName } from '../../components/reservation/reservation-text.ts'
import { hasWords, searchWords } from '../../../domain/search-key.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { only, type QueueDay } from './queue.ts'

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

/** The days of the queue with what matches the search. */
export function searchQueue(days: readonly QueueDay[], search: string): readonly QueueDay[] {
  const words = searchWords(search)
  return words.length === 0 ? days : only(days, (reservation) => matches(reservation, words))
}
