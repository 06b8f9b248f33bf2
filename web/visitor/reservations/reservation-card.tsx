import { useId, useRef, type MouseEvent } from 'react'
import { EARLY_END_TEXT, reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { koreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { isRunning } from '../../../domain/own-reservations.ts'
import { displayedStatus, isPastRequest } from '../../../domain/reservation.ts'
import { minutesOf, spanOf, titleOf, whereOf } from '../../components/reservation/reservation-text.ts'
import { ArrivedBadge, StatusBadge } from '../../components/reservation/status-badge.tsx'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { Icon } from '../../ui/icon.tsx'
import { Badge } from '../../ui/list/badge.tsx'
import { reasonOf } from './reason-text.ts'
import type { DialogAction } from './reservation-action.ts'
import { ReservationActions } from './reservation-actions.tsx'
import { figures } from '../../ui/figures.ts'

type Props = {
  reservation: Reservation
  now: Instant
  onOpen: () => void
  onAct: (action: DialogAction) => void
}

/** A press anywhere opens the details; the button is for keyboards and screen readers. */
export function ReservationCard({ reservation, now, onOpen, onAct }: Props) {
  const { date } = reservationFacts(reservation)
  const title = useId()
  const details = useRef<HTMLButtonElement>(null)
  // Other buttons appear and disappear with the status.
  const card = useFocusFallback<HTMLElement>(() => details.current)
  const pressed = ({ target }: MouseEvent) => {
    // Ignores buttons, and selecting text by dragging.
    if ((target as Element).closest('button, a') || getSelection()?.isCollapsed === false) return
    // The focus returns here.
    details.current?.focus({ preventScroll: true })
    onOpen()
  }
  const why = reasonOf(reservation, now)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the button within does the same.
    <article className="reservation card" aria-labelledby={title} ref={card} onClick={pressed}>
      <header className="row" data-spread data-wrap>
        <p {...figures('muted')}>{koreanDate(date)}</p>
        <Standing {...{ reservation, now }} />
      </header>
      <Span reservation={reservation} />
      <div className="row" data-spread>
        <div className="grow">
          <h3 {...figures()} id={title}>
            {titleOf(reservation)}
          </h3>
          <p {...figures('muted')}>{whereOf(reservation).join(' · ')}</p>
        </div>
        <button
          type="button"
          className="tap muted reservation__open"
          ref={details}
          onClick={onOpen}
          aria-describedby={title}
        >
          <span className="visually-hidden">상세 보기</span>
          <Icon name="chevron" />
        </button>
      </div>
      {why && (
        <p className="two-lines muted small">
          <span>{why.text ? `${why.name}: ` : why.name}</span>
          <span translate={why.more && 'no'}>{why.text}</span>
          <span>{why.more}</span>
        </p>
      )}
      <footer className="reservation__actions">
        <ReservationActions {...{ reservation, now, onAct }} describedBy={title} isQuiet />
      </footer>
    </article>
  )
}

export function Standing({ reservation, now }: { reservation: Reservation; now: Instant }) {
  const facts = reservationFacts(reservation)
  return (
    <span className="reservation__badges">
      {isRunning(facts, now) && <Badge tone="approved">이용 중</Badge>}
      {reservation.arrived_at && <ArrivedBadge at={reservation.arrived_at} />}
      {isPastRequest(facts, now) && <Badge tone="ended">지난 신청</Badge>}
      <StatusBadge status={displayedStatus(facts, now)} />
    </span>
  )
}

export function Span({ reservation, id }: { reservation: Reservation; id?: string }) {
  const { range, early } = spanOf(reservation)
  return (
    <p className="reservation__time time-large" id={id}>
      <span {...figures()}>{range}</span>{' '}
      {early ? (
        <span className="muted reservation__length">{`· ${EARLY_END_TEXT[early]}`}</span>
      ) : (
        <span {...figures('muted reservation__length')}>{`${minutesOf(reservation)}분`}</span>
      )}
    </p>
  )
}
