import { useEffect, useState } from 'react'
import { getAttention } from '../../../../contract/admin/attention.ts'
import { getReservationContext } from '../../../../contract/admin/reservation-context.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import { POLL_MS, refresh, useRead } from '../../../api/reads/use-read.ts'
import { SOON_MS } from '../../components/resend-mail.ts'
import { isOnItsWay } from '../../components/mail-text.ts'

export function useReservationContext({ id, type }: Reservation) {
  const [isSoon, setSoon] = useState(false)
  const read = useRead(
    getReservationContext,
    { params: { id: String(id) }, query: { type } },
    { poll: isSoon ? SOON_MS : POLL_MS },
  )
  const waits = read.data?.mails.some(isOnItsWay) ?? false
  if (waits !== isSoon) setSoon(waits)
  // The marks behind the dialog need not wait for their poll.
  useEffect(() => (waits ? () => void refresh(getAttention) : undefined), [waits])
  return read
}
