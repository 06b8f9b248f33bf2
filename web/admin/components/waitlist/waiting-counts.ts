import { createContext, useContext, useMemo } from 'react'
import { countWaiting } from '../../../../contract/admin/waitlist.ts'
import { POLL_MS, useRead } from '../../../api/reads/use-read.ts'

type Counts = { slots: ReadonlyMap<number, number>; reservations: ReadonlyMap<number, number> }

const NONE: Counts = { slots: new Map(), reservations: new Map() }

/** How many wait for what is shown, by slot and by the reservation that holds it, as a screen last heard. */
export const WaitingCounts = createContext(NONE)

/** Reads them for one date, or for all. */
export function useWaitingCounts(date: string | undefined): Counts {
  const { data } = useRead(countWaiting, { query: { date } }, { poll: POLL_MS })
  return useMemo(
    () =>
      data
        ? {
            slots: new Map(data.slots.map(({ slot_id, count }) => [slot_id, count])),
            reservations: new Map(
              data.reservations.map(({ reservation_id, count }) => [reservation_id, count]),
            ),
          }
        : NONE,
    [data],
  )
}

/** How many wait for what a reservation holds. */
export const useWaitingFor = (reservation: number): number =>
  useContext(WaitingCounts).reservations.get(reservation) ?? 0

/** That number in words. */
export const waitingText = (count: number): string => `자리 대기 ${count}명`
