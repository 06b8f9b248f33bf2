import { useMemo, type ReactNode } from 'react'
import { listMyReservations, reservationFacts, slotIdsOf } from '../../../../contract/reservation.ts'
import { placeText } from '../../../../contract/text/line-place-text.ts'
import { isActive } from '../../../../domain/reservation.ts'
import { useChangesOf } from '../../../api/reads/use-changes.ts'
import { POLL_MS, useRead } from '../../../api/reads/use-read.ts'
import { now } from '../../../browser/clock.ts'
import { useWaitlist } from '../waitlist/use-waitlist.ts'

/** The times of a grid that have to do with the member who looks at it. */
export type OwnTimes = {
  /** Those that their own live reservations hold. */
  slots: ReadonlySet<number>
  /**
   * The member's place in the line for a taken time; 0 where they could wait for it, undefined where they cannot.
   * `mayWait`: they may book there.
   */
  lineOf: (slot: number, mayWait: boolean) => number | undefined
  /** The words in the cell of a taken time for a place in its line. */
  lineWords?: (line: number) => ReactNode
  /** Asks whether to wait for these times of the grid, one of which at least is taken. */
  ask?: (slot_ids: readonly number[]) => void
}

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
