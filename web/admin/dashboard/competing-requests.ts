import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { groupBy } from '../../../domain/group-by.ts'
import { overlaps } from '../../../domain/slot.ts'

/** The number of other reservations beside a request: its company's on that date, and its member's at the same time. */
export type CompetingRequests = { company: number; overlapping: number }

const companyOf = ({ visitor }: Reservation) => visitor.company.toLowerCase().replaceAll(/\s/g, '')

// The same facts are one object, so that the rows of those about whom nothing has changed need not be drawn again.
const known = new Map<string, CompetingRequests>()
function factsOf(company: number, overlapping: number): CompetingRequests {
  const key = `${company} ${overlapping}`
  const facts = known.get(key) ?? { company, overlapping }
  known.set(key, facts)
  return facts
}

/** The rivals of every reservation that waits or is approved, by its id. */
export function competingRequestsOf(
  { pending, cancel_requested, approved }: Dashboard['reservations'],
  /** Says which have just been rejected or called off, and compete no more. */
  isEnding: (reservation: Reservation) => boolean = () => false,
): Map<number, CompetingRequests> {
  const competing = new Map<number, CompetingRequests>()
  const days = groupBy([...pending, ...cancel_requested, ...approved], ({ date }) => date)
  for (const parts of days.values()) {
    const live = parts
      .flatMap(({ tours, meetings }): Reservation[] => [...tours, ...meetings])
      .filter((each) => !isEnding(each))
    const timed = live.map((reservation) => ({ reservation, ...reservationFacts(reservation) }))
    const companies = groupBy(timed, ({ reservation }) => companyOf(reservation))
    const members = groupBy(timed, ({ reservation }) => reservation.user.id)
    for (const each of timed) {
      const { id, user } = each.reservation
      // A deleted member has no id, and nobody's reservations are not one person's.
      const own = user.id === null ? [] : members.get(user.id)!
      const company = companies.get(companyOf(each.reservation))!.length - 1
      const overlapping = own.filter((other) => other !== each && overlaps(other, each)).length
      competing.set(id, factsOf(company, overlapping))
    }
  }
  return competing
}

/** Other facts to weigh: the same company's other reservations of that date, and the member's own at that time. */
export const competingTexts = (competing: CompetingRequests | undefined): string[] => [
  ...(competing && competing.overlapping > 0 ? [`겹치는 본인 예약 ${competing.overlapping}건`] : []),
  ...(competing && competing.company > 0 ? [`같은 회사 ${competing.company}건`] : []),
]
