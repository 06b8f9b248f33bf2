import { useMemo } from 'react'
import { listMyReservations, reservationFacts, slotIdsOf } from '../../../contract/reservation.ts'
import { topicOf } from '../../../contract/topics.ts'
import { isActive } from '../../../domain/reservation.ts'
import { useChanges } from '../../api/reads/use-changes.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { now } from '../../browser/clock.ts'

/** The slots that the member's own live reservations hold; none until they are known, and while they cannot be. */
export function useOwnSlots(): ReadonlySet<number> {
  const mine = useRead(listMyReservations, {}, { poll: POLL_MS })
  useChanges(topicOf('mine'), () => void mine.refetch())
  return useMemo(() => {
    const all = mine.data ? [...mine.data.tours, ...mine.data.meetings] : []
    return new Set(all.filter((one) => isActive(reservationFacts(one), now())).flatMap(slotIdsOf))
  }, [mine.data])
}
