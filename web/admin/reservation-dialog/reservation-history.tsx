import { useEffect, useState } from 'react'
import { actionText } from '../../../contract/reservation-history.ts'
import { listReservationHistory } from '../../../contract/admin/reservations.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { momentText } from '../../components/reservation/reservation-text.ts'
import { refresh, useRead } from '../../api/reads/use-read.ts'
import { ReadError, Skeletons } from '../../ui/page.tsx'
import './reservation-history.css'

/** Loaded when opened. */
export function ReservationHistory({ reservation }: { reservation: Reservation }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="reservation-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="strong reservation-history__title">변경 이력</summary>
      {isOpen && <Steps id={reservation.id} updatedAt={reservation.updated_at} />}
    </details>
  )
}

function Steps({ id, updatedAt }: { id: number; updatedAt: string }) {
  const read = useRead(listReservationHistory, { params: { id } })
  const { data } = read
  useEffect(() => {
    if (updatedAt) void refresh(listReservationHistory)
  }, [updatedAt])
  if (!data && read.isError) return <ReadError title="변경 이력을 불러오는데 실패했습니다." read={read} />
  if (!data) return <Skeletons count={2} shape="text" />
  return (
    <ol className="reservation-history__steps">
      {[...data].reverse().map(({ at, actor, action, reason, changes }, i) => (
        <li key={data.length - i} className="reservation-history__step">
          <time className="muted" dateTime={at} translate="no">
            {momentText(at)}
          </time>
          <div>
            <span className="strong">{actionText(action)}</span> <span className="muted">{actor}</span>
            {changes && <p className="as-typed">{changes}</p>}
            {reason && <p className="as-typed">{reason}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
