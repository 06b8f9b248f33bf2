import { createContext, useContext, useMemo } from 'react'
import { countWaiting } from '../../../../contract/admin/waitlist.ts'
import { usePolled } from '../../../api/reads/use-read.ts'

type Counts = { slots: ReadonlyMap<number, number>; reservations: ReadonlyMap<number, number> }

const NONE: Counts = { slots: new Map(), reservations: new Map() }

/** Waiting members per slot and per reservation that holds it. */
export const WaitingCounts = createContext(NONE)

export function useWaitingCounts(date: string | undefined): Counts {
  const { data } = usePolled(countWaiting, { query: { date } })
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

export const useWaitingFor = (reservation: number): number =>
  useContext(WaitingCounts).reservations.get(reservation) ?? 0

export const waitingText = (count: number): string => `자리 대기 ${count}명`
