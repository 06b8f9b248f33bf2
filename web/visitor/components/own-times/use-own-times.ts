import { useMemo } from 'react'
import { listMyReservations, reservationFacts, slotIdsOf } from '../../../../contract/reservation.ts'
import { placeText } from '../../../../contract/text/line-place-text.ts'
import { isActive } from '../../../../domain/reservation.ts'
import { useChangesOf } from '../../../api/reads/use-changes.ts'
import { POLL_MS, useRead } from '../../../api/reads/use-read.ts'
import { now } from '../../../browser/clock.ts'
import type { OwnTimes } from '../own-times.ts'
import { useWaitlist } from '../waitlist/use-waitlist.ts'

/** The times that are the member's own; none until they are known, and while they cannot be. */
export function useOwnTimes(): OwnTimes {
  const mine = useRead(listMyReservations, {}, { poll: POLL_MS })
  useChangesOf('mine', mine)
  const { isOpen, places } = useWaitlist()
  return useMemo(() => {
    const all = mine.data ? [...mine.data.tours, ...mine.data.meetings] : []
    return {
      slots: new Set(all.filter((one) => isActive(reservationFacts(one), now())).flatMap(slotIdsOf)),
      lineOf: (id, mayWait) => places.get(id) ?? (isOpen && mayWait ? 0 : undefined),
      lineWords: placeText,
    }
  }, [mine.data, isOpen, places])
}
