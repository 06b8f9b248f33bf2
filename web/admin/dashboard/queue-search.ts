import { placeName } from '../../components/reservation/reservation-text.ts'
import { hasWords, searchWords } from '../../../domain/search-key.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { VISITOR_FIELDS, type Visitor } from '../../../contract/visitor.ts'

/** The same fields as the server's search. */
export function isFound(reservation: Reservation, search: string): boolean {
  const words = searchWords(search)
  if (words.length === 0) return true
  const { user } = reservation
  const visitor: Visitor = reservation.visitor
  const known = [
    ...VISITOR_FIELDS.filter(({ kind }) => kind !== 'count').map(({ field }) => String(visitor[field] ?? '')),
    user.name,
    user.company_name,
    user.phone,
    placeName(reservation),
  ]
  return hasWords(known, words)
}
