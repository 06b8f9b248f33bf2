import { useId, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { groupOwn } from '../../../domain/own-reservations.ts'
import { PATHS, type DashboardState } from '../../paths.ts'
import { Button } from '../../ui/controls.tsx'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { EmptyState } from '../../ui/page.tsx'
import { figures } from '../../ui/figures.ts'
import { COUNTER_TEXT, type ListView } from '../components/own-list/list-view.ts'
import { ReservationCard } from './reservation-card.tsx'
import type { Opened } from './reservation-dialogs.tsx'

// More are shown on demand.
const PAST_SHOWN = 3

type Props = {
  view: ListView
  reservations: readonly Reservation[]
  now: Instant
  onOpen: (opened: Opened) => void
  children?: ReactNode
}

export function ReservationList({ view, reservations, now, onOpen, children }: Props) {
  const acted = useRef(0)
  // A card that became past moves; the focus follows it.
  const list = useFocusFallback<HTMLDivElement>((held) =>
    held.querySelector<HTMLElement>(`[data-id="${acted.current}"] .reservation__open`),
  )
  const open = (opened: Opened) => {
    acted.current = opened.id
    onOpen(opened)
  }
  const { coming, past } = groupOwn(reservations, reservationFacts, now)
  return (
    <div className="stack" data-gap="24" ref={list}>
      {reservations.length === 0 && <Nothing view={view} />}
      {coming.length > 0 && (
        <section>
          <h2 className="visually-hidden" tabIndex={-1}>
            앞으로의 예약
          </h2>
          <Cards reservations={coming} now={now} onOpen={open} />
        </section>
      )}
      {children}
      {past.length > 0 && (
        <Past reservations={past} now={now} onOpen={open} mayFold={view.counter === 'total'} />
      )}
    </div>
  )
}

type PastProps = Omit<Props, 'view' | 'children'> & { mayFold: boolean }

function Past({ reservations, now, onOpen, mayFold }: PastProps) {
  const [isUnfolded, unfold] = useState(false)
  const headingId = useId()
  const { length } = reservations
  const isFolding = mayFold && length > PAST_SHOWN + 1
  return (
    <section className="stack" data-gap="12" data-past="" aria-labelledby={headingId}>
      <h2 id={headingId} tabIndex={-1}>
        지난 예약 <span {...figures('reservations__count')}>{length}</span>
      </h2>
      <Cards
        reservations={isFolding && !isUnfolded ? reservations.slice(0, PAST_SHOWN) : reservations}
        now={now}
        onOpen={onOpen}
      />
      {isFolding && (
        <Button kind="quiet" aria-expanded={isUnfolded} onClick={() => unfold(!isUnfolded)}>
          {isUnfolded ? '지난 예약 접기' : '지난 예약 모두 보기'}
        </Button>
      )}
    </section>
  )
}

const Cards = ({ reservations, now, onOpen }: Omit<Props, 'view' | 'children'>) => (
  <ul className="reservations">
    {reservations.map((reservation) => {
      const { id } = reservation
      return (
        <li key={id} data-id={id}>
          <ReservationCard
            reservation={reservation}
            now={now}
            onOpen={() => onOpen({ id, details: true, action: null })}
            onAct={(action) => onOpen({ id, details: false, action })}
          />
        </li>
      )
    })}
  </ul>
)

function Nothing({ view: { tab, counter } }: Pick<Props, 'view'>) {
  const [, navigate] = useLocation()
  const isTour = tab === 'tours'
  const state: DashboardState = { kind: isTour ? 'tour' : 'room' }
  const none = `${isTour ? '투어가' : '미팅이'} 없습니다`
  if (counter !== 'total') return <EmptyState title={`‘${COUNTER_TEXT[counter]}’에 해당하는 ${none}`} />
  return (
    <EmptyState title={`예약된 ${none}`}>
      <p>날짜와 시간을 선택해 바로 신청하실 수 있습니다.</p>
      <Button kind="primary" onClick={() => navigate(PATHS.dashboard, { state })}>
        {`${isTour ? '투어' : '미팅룸'} 예약하기`}
      </Button>
    </EmptyState>
  )
}
