import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { searchKey } from '../../../domain/search-key.ts'
import { overlaps } from '../../../domain/slot.ts'
import type { Queued } from './queue.ts'

/** The number of other reservations beside a request: its company's on that date, and its member's at the same time. */
export type CompetingRequests = Queued['competing']

// The same facts are one object, so that the rows of those about whom nothing has changed need not be drawn again.
const known = new Map<string, CompetingRequests>()
function factsOf(company: number, overlapping: number): CompetingRequests {
  const key = `${company} ${overlapping}`
  const facts = known.get(key) ?? { company, overlapping }
  known.set(key, facts)
  return facts
}

/** The rivals of these by their ids, without those that have just been rejected or called off, and compete no more. */
export function competingRequestsOf(
  queued: readonly Queued[],
  isEnding: (reservation: Reservation) => boolean = () => false,
): Map<number, CompetingRequests> {
  const timed = queued.map(({ reservation, competing }) => ({
    ...reservationFacts(reservation),
    company: searchKey(reservation.visitor.company),
    member: reservation.user.id,
    reservation,
    competing,
  }))
  const ending = timed.filter(({ reservation }) => isEnding(reservation))
  return new Map(
    timed.map((each) => {
      const others = ending.filter((other) => other !== each)
      const company = others.filter(({ date, company }) => date === each.date && company === each.company)
      // A deleted member has no id, and nobody's reservations are not one person's.
      const own = others.filter((other) => each.member !== null && other.member === each.member)
      const { competing } = each
      return [
        each.reservation.id,
        factsOf(
          Math.max(0, competing.company - company.length),
          Math.max(0, competing.overlapping - own.filter((other) => overlaps(other, each)).length),
        ),
      ]
    }),
  )
}

/** Other facts to weigh: the same company's other reservations of that date, and the member's own at that time. */
export const competingTexts = (competing: CompetingRequests | undefined): string[] => [
  ...(competing && competing.overlapping > 0 ? [`겹치는 본인 예약 ${competing.overlapping}건`] : []),
  ...(competing && competing.company > 0 ? [`같은 회사 ${competing.company}건`] : []),
]
