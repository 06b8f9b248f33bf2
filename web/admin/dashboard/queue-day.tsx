import { useId } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import { koreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { QueueRow } from './queue-row.tsx'
import { countOf, type QueueDay } from './queue.ts'

type Props = {
  day: QueueDay
  isToday: boolean
  now: Instant
  onOpen: (reservation: Reservation) => void
}

/** One date of the queue: its tours and its meetings beside each other. */
export function QueueDayCard({ day, isToday, now, onOpen }: Props) {
  const titleId = useId()
  return (
    <section className="queue-day" aria-labelledby={titleId}>
      <h3 className="queue-day__title numerals" id={titleId}>
        {koreanDate(day.date)}
        {isToday && <span className="queue-day__today"> 오늘</span>}
        <span className="muted"> {countOf([day])}건</span>
      </h3>
      <div className="queue-day__columns">
        <Column title="VIP 투어" reservations={day.tours} now={now} onOpen={onOpen} />
        <Column title="미팅룸" reservations={day.meetings} now={now} onOpen={onOpen} />
      </div>
    </section>
  )
}

type ColumnProps = { title: string; reservations: readonly Reservation[] } & Pick<Props, 'now' | 'onOpen'>

const Column = ({ title, reservations, now, onOpen }: ColumnProps) => (
  <div className="queue-day__column">
    <h4 className="queue-day__kind">
      {title} <span className="muted numerals">{reservations.length}건</span>
    </h4>
    {reservations.length > 0 && (
      <ul>
        {reservations.map((reservation) => (
          <li key={reservation.id}>
            <QueueRow reservation={reservation} now={now} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    )}
  </div>
)
