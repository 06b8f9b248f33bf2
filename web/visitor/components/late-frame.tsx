import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { listMyReservations } from '../../../contract/reservation.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { now, onServiceClock } from '../../browser/clock.ts'
import { isElsewhere } from '../../../domain/time-zone.ts'
import { PATHS } from '../../paths.ts'
import { keepDialogHistory } from '../../ui/dialog/dialog-history.ts'
import { hasBooked } from './booked-slots.ts'
import { keepPass } from './pass/kept-pass.ts'
import { offerPush } from './push/offer.ts'
import { keepDevice } from './push/device.ts'
import { useMember } from './use-member.ts'

// So that nothing moves when it appears; a style sheet would be named in the first visit.
const IN_FREE_SPACE = {
  position: 'absolute',
  inset: 'calc(var(--safe-top) + var(--bar) - var(--foot-nav)) 0 auto var(--nav-side)',
} as const

/** Parts that no first visit waits for. */
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
  return (
    isElsewhere(new Date(now()).getTimezoneOffset(), now()) && (
      <footer className="muted small center" style={IN_FREE_SPACE}>
        마드리드 시간
      </footer>
    )
  )
}
