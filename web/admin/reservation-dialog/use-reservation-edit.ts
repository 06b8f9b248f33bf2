import { useState } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import { adminToast } from '../../ui/toast.ts'
import { withReason } from '../components/with-toast.ts'
import { useEditConflict } from '../components/edit-conflict.tsx'
import { showReservation, readReservation, refreshReservations } from './reservation-cache.ts'

type Saved = { message: string; reservation: Reservation }

export function useReservationEdit(reservation: Reservation, failedText: string, onSaved: () => void) {
  const [opened] = useState(reservation)
  const edit = useEditConflict(opened, () => readReservation(opened), reservation)

  /** Toasts the result; rethrows for the form. */
  const save = async (send: (expected: Reservation) => Promise<Saved>) => {
    try {
      const saved = await edit.attempt(send)
      if (!saved) return
      await showReservation(saved.reservation)
      void refreshReservations()
      adminToast.success(saved.message)
      onSaved()
    } catch (failure) {
      adminToast.error(withReason(failure, failedText))
      throw failure
    }
  }
  return { opened, conflict: edit.conflict, changeOf: edit.changeOf, save }
}
