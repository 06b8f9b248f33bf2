import type { Reservation, ReservationLists } from '../../../../contract/reservation.ts'
import { ACTIVE, TRANSITIONS, type AdminAction } from '../../../../domain/reservation.ts'

/** Whether nothing is left to come of a reservation that was decided so: it competes with no other. */
export const isEnding = (action: AdminAction | undefined): boolean =>
  action !== undefined && !ACTIVE.includes(TRANSITIONS[action].to)

/** The lists as they will be when everything that was decided has been sent. */
export function asDecided(
  lists: ReservationLists,
  doing: ReadonlyMap<number, { action: AdminAction }>,
): ReservationLists {
  if (doing.size === 0) return lists
  const decided = <Each extends Reservation>(each: Each): Each => {
    const action = doing.get(each.id)?.action
    return action ? { ...each, status: TRANSITIONS[action].to } : each
  }
  return { ...lists, tours: lists.tours.map(decided), meetings: lists.meetings.map(decided) }
}
