import { useEffect } from 'react'
import { getMyAdmin } from '../../../../contract/admin/accounts.ts'
import { useRead } from '../../../api/reads/use-read.ts'
import { useReservationChanges } from './refresh-soon.ts'
import { sendAll } from './unsent-queue.ts'
import { UnsentStrip } from './unsent-strip.tsx'

/** Hears of changes, and shows the decisions that can be taken back; they are sent when the screen is left. */
export function LivePart() {
  useReservationChanges()
  const { data: me } = useRead(getMyAdmin, {})
  const isDelayed = me?.decision_delay ?? true
  useEffect(() => {
    if (!isDelayed) void sendAll()
  }, [isDelayed])
  useEffect(() => () => void sendAll(), [])
  return <UnsentStrip />
}
