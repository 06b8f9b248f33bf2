import {
  reservationFacts,
  reservationsIn,
  type Reservation,
  type ReservationLists,
} from '../../../../contract/reservation.ts'
import { madridDate, type Instant } from '../../../../domain/madrid-time.ts'
import { groupOwn } from '../../../../domain/own-reservations.ts'
import { isActive } from '../../../../domain/reservation.ts'
import { isLeaving, SIGNED_IN, wasSignedIn } from '../../../api/session.ts'
import { now, onServiceClock, withLead } from '../../../browser/clock.ts'
import { readStored, storeOnDevice } from '../../../browser/session-storage.ts'
import { placeName, timeRange } from '../../../components/reservation/reservation-text.ts'

/** Local storage: what a member needs at the desk, and nothing else. */
const PASS = 'pass'

function entryOf(one: Reservation) {
  const { date, ends_at } = reservationFacts(one)
  const isTour = one.type === 'VIP_TOUR'
  return {
    id: one.id,
    type: one.type,
    status: one.status,
    date,
    time: timeRange(one),
    ends_at,
    place: placeName(one),
    start_point: isTour ? one.available_tour.docent.start_point : `${one.room.floor}층`,
    count: one.visitor.count,
    code: one.arrival_code,
  }
}
export type PassEntry = ReturnType<typeof entryOf>

/** The arrival is not kept on the phone. */
export type TicketEntry = PassEntry & { arrived_at?: string | null }

export const ticketOf = (one: Reservation): TicketEntry => ({ ...entryOf(one), arrived_at: one.arrived_at })

/** `lead`: of the service's clock over the phone's. */
export type KeptPass = { member: number; at: Instant; lead: number; entries: readonly PassEntry[] }

/** Coming or running, soonest first. */
export const comingOf = (lists: ReservationLists, instant: Instant): Reservation[] =>
  groupOwn(reservationsIn(lists), reservationFacts, instant).coming.filter((one) =>
    isActive(reservationFacts(one), instant),
  )

export const entriesOf = (lists: ReservationLists, instant: Instant): PassEntry[] =>
  comingOf(lists, instant).map(entryOf)

/** `owner`: the member signed in here, as stored. An empty list stays valid. */
export const isValid = ({ member, entries }: KeptPass, owner: string | null, instant: Instant): boolean =>
  String(member) === owner &&
  (entries.length === 0 || entries.some(({ date }) => date >= madridDate(instant)))

export function keepPass(member: number, lists: ReservationLists | undefined, at: Instant): void {
  const known = readPass()
  if (!lists || (known && known.at > at)) return
  const pass: KeptPass = { member, at, lead: onServiceClock(0), entries: entriesOf(lists, now()) }
  // An older pass would be wrong.
  if (!storeOnDevice(PASS, JSON.stringify(pass))) localStorage.removeItem(PASS)
  readPass()
}

/** Deletes a pass of another member, of an ended session or of a past event. */
export function readPass(): (KeptPass & { now: Instant }) | null {
  const pass = readStored(PASS, 'localStorage') as KeptPass | null
  if (!pass) return null
  const instant = withLead(pass.lead)
  if (isValid(pass, localStorage.getItem(SIGNED_IN), instant)) return { ...pass, now: instant }
  localStorage.removeItem(PASS)
  return null
}

/** A session that the service has not refused, and that nobody has left. */
export const maySeePass = (): boolean => wasSignedIn() && !isLeaving()
