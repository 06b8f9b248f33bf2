import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { listMyReservations } from '../../../contract/reservation.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { onServiceClock } from '../../browser/clock.ts'
import { PATHS } from '../../paths.ts'
import { keepDialogHistory } from '../../ui/dialog/dialog-history.ts'
import { hasBooked } from './booked-slots.ts'
import { keepPass } from './pass/kept-pass.ts'
import { offerPush } from './push/offer.ts'
import { keepDevice } from './push/device.ts'
import { useMember } from './use-member.ts'

/** Invisible parts that no first visit waits for. */
export default function LateFrame() {
  const [path] = useLocation()
  const { id } = useMember()
  useEffect(keepDialogHistory, [])
  useEffect(() => void keepDevice(id), [id])
  // Screens ask; this only hears.
  const { data, dataUpdatedAt } = useRead(listMyReservations, {}, { enabled: false })
  useEffect(() => keepPass(id, data, onServiceClock(dataUpdatedAt)), [id, data, dataUpdatedAt])
  useEffect(() => {
    if (path === PATHS.dashboard && hasBooked()) void offerPush()
  }, [path])
  return null
}
