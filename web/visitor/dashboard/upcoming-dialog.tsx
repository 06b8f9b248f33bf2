import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { listMyReservations, reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { koreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus } from '../../../domain/reservation.ts'
import { now } from '../../now.ts'
import { PATHS } from '../../paths.ts'
import { useRead } from '../../query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import './upcoming-dialog.css'

/** After the login: what the member has coming. Nothing coming, nothing shown, then or later. */
export function UpcomingDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation()
  const { data } = useRead(listMyReservations, {})
  const upcoming = data ? upcomingOf([...data.tours, ...data.meetings], now()) : []
  const isNothing = data !== undefined && upcoming.length === 0
  useEffect(() => {
    if (isNothing) onClose()
  }, [isNothing, onClose])
  if (upcoming.length === 0) return null
  const showAll = () => {
    onClose()
    navigate(PATHS.reservations)
  }
  return (
    <Dialog
      title="다가오는 예약"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>닫기</Button>
          <Button kind="primary" onClick={showAll} data-autofocus>
            전체 보기
          </Button>
        </>
      }
    >
      <ul className="upcoming">
        {upcoming.map((reservation) => (
          <Item key={reservation.id} reservation={reservation} />
        ))}
      </ul>
    </Dialog>
  )
}

function Item({ reservation }: { reservation: Reservation }) {
  const { date } = reservationFacts(reservation)
  const { when, what, place } = linesOf(reservation)
  return (
    <li className="upcoming__item">
      <p className="muted small">{koreanDate(date)}</p>
      <p className="upcoming__time">{when}</p>
      <p>
        <strong>{what}</strong> · {place}
      </p>
    </li>
  )
}

const linesOf = (reservation: Reservation) =>
  reservation.type === 'VIP_TOUR'
    ? {
        when: `${reservation.available_tour.time} ~ ${reservation.available_tour.end_time}`,
        what: 'VIP 투어',
        place: `${reservation.available_tour.docent.name} · ${reservation.available_tour.docent.start_point}`,
      }
    : {
        when: reservation.time_range,
        what: reservation.visitor.title,
        place: `${reservation.room.name} · ${reservation.room.floor}층`,
      }

/** Approved and not yet over, the next one first. */
function upcomingOf(reservations: readonly Reservation[], at: Instant): Reservation[] {
  return reservations
    .filter((reservation) => displayedStatus(reservationFacts(reservation), at) === 'APPROVED')
    .toSorted((a, b) => reservationFacts(a).starts_at - reservationFacts(b).starts_at)
}
