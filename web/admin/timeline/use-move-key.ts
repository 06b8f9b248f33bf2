import { useEffect, type RefObject } from 'react'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { canMove } from '../../../domain/moving.ts'
import { now } from '../../browser/clock.ts'
import type { Row } from './timeline-rows.ts'

export type MoveHandler = (reservation: Reservation, goal?: { placeId: number; time: string }) => void

export type TimelineMoveProps = {
  sheet: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  rows: readonly Row[]
  onMove: MoveHandler
}

/** Undefined if it can no longer be moved. */
export function movableAt(target: EventTarget | null, rows: readonly Row[]): Reservation | undefined {
  const block = target instanceof Element ? target.closest<HTMLElement>('[data-reservation]') : null
  const id = Number(block?.dataset['reservation'])
  const found = rows.flatMap(({ blocks }) => blocks).find(({ reservation }) => reservation.id === id)
  return found && canMove(reservationFacts(found.reservation), now()) ? found.reservation : undefined
}

export function useMoveKey(latest: RefObject<TimelineMoveProps>) {
  useEffect(() => {
    const sheet = latest.current.sheet.current!
    const press = (event: KeyboardEvent) => {
      // By position: a Korean keyboard sends another letter.
      if (event.code !== 'KeyM' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const reservation = movableAt(event.target, latest.current.rows)
      if (!reservation) return
      event.preventDefault()
      latest.current.onMove(reservation)
    }
    sheet.addEventListener('keydown', press)
    return () => sheet.removeEventListener('keydown', press)
  }, [latest])
}
