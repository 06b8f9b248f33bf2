import type { Arrival } from '../../../contract/admin/arrivals.ts'
import { isOfTheHour, presenceOf, type Presence } from '../../../domain/arrival.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { expectedOf } from './arrival-facts.ts'

const NAMES: readonly (readonly [Presence, string])[] = [
  ['late', '늦는 중'],
  ['expected', '예정'],
  ['arrived', '도착'],
  ['missed', '도착 없이 종료'],
]

export function groupsOf(arrivals: readonly Arrival[], isWholeDay: boolean, now: Instant) {
  const listed = arrivals.filter((each) => isWholeDay || isOfTheHour(expectedOf(each), now))
  return NAMES.map(([presence, name]) => ({
    name,
    arrivals: listed.filter((each) => presenceOf(expectedOf(each), now) === presence),
  })).filter((group) => group.arrivals.length > 0)
}
