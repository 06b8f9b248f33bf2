import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { PATHS } from '../../paths.ts'
import { keepDialogHistory } from '../../ui/dialog/dialog-history.ts'
import { hasBooked } from './booked-slots.ts'
import { offerPush } from './push/offer.ts'
import { keepDevice } from './push/device.ts'
import { useMember } from './use-member.ts'

/**
 * The parts of the frame that nobody sees and no first visit waits for: the browser's back button closes open dialogs,
 * and this phone tells of its own member alone. Without them Back leaves the screen.
 */
export default function LateFrame() {
  const [path] = useLocation()
  const { id } = useMember()
  useEffect(keepDialogHistory, [])
  useEffect(() => void keepDevice(id), [id])
  useEffect(() => {
    // The booking is made, and its visitor begins to wait for the answer.
    if (path === PATHS.dashboard && hasBooked()) void offerPush()
  }, [path])
  return null
}
