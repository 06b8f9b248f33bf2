import { useRef, useState } from 'react'
import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../contract/admin/place-lists.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { adminToast } from '../../ui/toast.ts'
import { failureText } from '../components/with-toast.ts'
import type { Decision } from '../reservation-dialog/decide.ts'
import { ReservationDialog } from '../reservation-dialog/late-dialog.tsx'
import { useOpenedReservation } from '../reservation-dialog/use-opened-reservation.ts'
import { ReasonDialog } from '../reservation-dialog/late-tasks.ts'
import { useReservationChanges } from '../reservation-dialog/refresh-soon.ts'
import { readReservation } from '../reservation-dialog/reservation-cache.ts'

/** The details of a row, or one decision about it. */
export function useRowDialog() {
  const { opened, open, close } = useOpenedReservation()
  const [decision, setDecision] = useState<Decision>()
  const places = {
    docents: useRead(listDocentsAsAdmin, {}).data ?? [],
    rooms: useRead(listRoomsAsAdmin, {}).data ?? [],
  }
  const asked = useRef(0)
  useReservationChanges()
  const openRow = async (id: number, wanted?: Decision) => {
    const mine = (asked.current += 1)
    try {
      const found = await readReservation({ id })
      // The last press wins, including one that opened another dialog.
      if (mine !== asked.current || document.querySelector('dialog[open]')) return
      setDecision(wanted)
      if (found) open(found)
    } catch (failure) {
      adminToast.error(failureText(failure, '예약을 불러오는데 실패했습니다.'))
    }
  }
  const stop = () => opened && close(opened)
  const dialog =
    opened &&
    (decision ? (
      <ReasonDialog reservation={opened} decision={decision} onClose={stop} onDecided={stop} />
    ) : (
      <ReservationDialog reservation={opened} places={places} onClose={stop} />
    ))
  return { openRow, dialog }
}
