import { titleOf, placeName } from '../../components/reservation/reservation-text.ts'
import { hasWords, searchWords } from '../../../domain/search-key.ts'
import type { Reservation } from '../../../contract/reservation.ts'

/** The same fields as the server's search. */
export function isFound(reservation: Reservation, search: string): boolean {
  const words = searchWords(search)
  if (words.length === 0) return true
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
