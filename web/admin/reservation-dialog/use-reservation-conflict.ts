import { useState } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import { ApiError } from '../../api/client.ts'
import { adminToast } from '../../ui/toast.ts'
import { refreshReservations, showReservation } from './reservation-cache.ts'

type Part = Readonly<Record<string, string | number>>
type Saved = { message: string; reservation: Reservation }

/**
 * An edit of one part of a reservation while others may change it. What is saved is made from the state that the form
 * was opened with; a change of other parts moves that on. When the service says that somebody was faster, the next save
 * is made from what is shown then: on purpose.
 */
export function useOvertaking<P extends Part>(reservation: Reservation, partOf: (of: Reservation) => P) {
  const [opened, setOpened] = useState(reservation)
  const [told, setTold] = useState<string | null>(null)
  const [seen, setSeen] = useState<string | null>(null)
  const [before, current] = [partOf(opened), partOf(reservation)]
  const changed = Object.keys(current).filter((name) => current[name] !== before[name])
  if (reservation.updated_at !== opened.updated_at) {
    if (told === null && changed.length === 0) setOpened(reservation)
    if (told !== null && seen === null) setSeen(reservation.updated_at)
  }

  /** Sends an edit and says how it went; throws for the form what is wrong with it. */
  const save = async (send: () => Promise<Saved>, failedText: string, onSaved: () => void) => {
    try {
      const { message, reservation: saved } = await send()
      await showReservation(saved)
      void refreshReservations()
      adminToast.success(message)
      onSaved()
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.code === 'changed_meanwhile')) {
        adminToast.error(failedText)
        throw failure
      }
      await refreshReservations()
      setSeen(null)
      setTold(failure.text)
    }
  }
  return {
    /** What the form was filled with. */
    initial: before,
    /** What the edit is made from, to be sent along. */
    expected_updated_at: seen ?? opened.updated_at,
    /** What somebody else has made of these fields meanwhile, by name. */
    others: Object.fromEntries(changed.map((name) => [name, current[name]!])),
    /** Who was faster, as the service says it. */
    told,
    save,
  }
}
