import { useMemo, type ReactNode } from 'react'
import {
  listMyReservations,
  reservationFacts,
  reservationsIn,
  slotIdsOf,
} from '../../../../contract/reservation.ts'
import { placeText } from '../../../../contract/text/line-place-text.ts'
import { isActive } from '../../../../domain/reservation.ts'
import type { OwnSlotState } from '../../../../domain/slot.ts'
import { useChangesOf, usePolled } from '../../../api/reads/use-read.ts'
import { now } from '../../../browser/clock.ts'
import { useWaitlist } from '../waitlist/use-waitlist.ts'

export type OwnTimes = {
  slots: ReadonlyMap<number, OwnSlotState>
  /**
   * Position in a taken time's waiting list, 0 if they could join, undefined if not, as
   * outside the booking window. `mayWait`: they may book there.
   */
  lineOf: (slot: { id: number; is_closed?: boolean | undefined }, mayWait: boolean) => number | undefined
  lineWords?: (line: number) => ReactNode
  /** Asks whether to wait for these slots, at least one of which is taken. */
  ask?: (slot_ids: readonly number[]) => void
}

export function useOwnTimes(): OwnTimes {
  const mine = usePolled(listMyReservations, {})
  useChangesOf('mine', mine)
  const { isOpen, places } = useWaitlist()
  return useMemo(() => {
    const all = mine.data ? reservationsIn(mine.data) : []
    return {
      slots: new Map(
        all
          .filter((one) => isActive(reservationFacts(one), now()))
          .flatMap((one) =>
            slotIdsOf(one).map((id) => [id, one.status === 'PENDING' ? 'requested' : 'own'] as const),
          ),
      ),
      lineOf: ({ id, is_closed }, mayWait) =>
        places.get(id) ?? (isOpen && mayWait && !is_closed ? 0 : undefined),
      lineWords: placeText,
    }
  }, [mine.data, isOpen, places])
}
