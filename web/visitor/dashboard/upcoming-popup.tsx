import { Fragment, useEffect, useEffectEvent, useId, useRef } from 'react'
import { isComposing } from '../../browser/is-composing.ts'
import { Link, useLocation } from 'wouter'
import {
  listMyReservations,
  reservationFacts,
  reservationsIn,
  type Reservation,
} from '../../../contract/reservation.ts'
import { placeText } from '../../../contract/text/line-place-text.ts'
import type { WaitlistEntry } from '../../../contract/waitlist.ts'
import { koreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { groupOwn, isOfToday, isRunning } from '../../../domain/own-reservations.ts'
import { displayedStatus } from '../../../domain/reservation.ts'
import { placeName, timeRange } from '../../components/reservation/reservation-text.ts'
import { wantedRange, wantedTitle } from '../../components/waitlist-entry-text.ts'
import { useNow } from '../../browser/clock.ts'
import { LIST_PATHS, PATHS } from '../../paths.ts'
import { useWaitlist } from '../components/waitlist/use-waitlist.ts'
import { detailsAddress } from '../components/own-list/list-view.ts'
import { useTierLabels } from '../components/own-list/use-tier-labels.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/controls.tsx'
import { popupOpened } from '../../ui/dialog/dialog-stack.ts'
import { Icon } from '../../ui/icon.tsx'
import { useClearOfBar } from './use-clear-of-bar.ts'
import { figures } from '../../ui/figures.ts'
import './upcoming-popup.css'

type Props = { onClose: () => void }

export default function UpcomingPopup({ onClose }: Props) {
  const { data } = useRead(listMyReservations, {})
  const now = useNow(60_000)
  const { waiting, isKnown } = useWaitlist()
  const labels = useTierLabels()
  const isThere = data !== undefined && isKnown && labels.isKnown
  const parts = isThere
    ? partsOf(reservationsIn(data).map(labels.withLabel), waiting.map(labels.withLabel), now)
    : []
  const isNothing = isThere && parts.length === 0
  useEffect(() => {
    if (isNothing) onClose()
  }, [isNothing, onClose])
  return parts.length > 0 && <Popup parts={parts} onClose={onClose} />
}

/** Not modal: a press outside also acts, so that returning visitors need no extra tap. */
function Popup({ parts, onClose }: Props & { parts: readonly Part[] }) {
  const [, navigate] = useLocation()
  const titleId = useId()
  const popup = useRef<HTMLElement>(null)
  useClearOfBar(popup)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    // Does not take the focus from a member who has begun to work.
    const isIdle = document.activeElement === document.body || document.activeElement?.tagName === 'MAIN'
    if (isIdle) popup.current?.querySelector('h2')?.focus()
    // A press focuses before its click, which may navigate: leaving the popup's entry must wait for it.
    const wentOn = ({ type, target }: Event) => {
      const element = target as Element
      const isMeant = type === 'click' || element.matches(':focus-visible')
      if (isMeant && !popup.current?.contains(element)) close()
    }
    const typed = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !isComposing(event)) close()
    }
    const closed = popupOpened(() => close())
    document.addEventListener('click', wentOn, true)
    document.addEventListener('focusin', wentOn)
    document.addEventListener('keydown', typed)
    return () => {
      closed()
      document.removeEventListener('click', wentOn, true)
      document.removeEventListener('focusin', wentOn)
      document.removeEventListener('keydown', typed)
      // The popup had the focus.
      if (document.activeElement === document.body)
        document.querySelector('main')?.focus({ preventScroll: true })
    }
  }, [])
  const showAll = () => {
    onClose()
    navigate(PATHS.reservations)
  }
  return (
    <section
      className="upcoming frame"
      role="dialog"
      aria-labelledby={parts.map((_, at) => titleId + at).join(' ')}
      ref={popup}
    >
      <header className="upcoming__head">
        <h2 id={`${titleId}0`} tabIndex={-1}>
          {parts[0]!.title}
        </h2>
        <button type="button" className="tap muted" aria-label="닫기" onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by keyboard too. */}
      <div className="upcoming__list" tabIndex={0} role="group" aria-labelledby={`${titleId}0`}>
        {parts.map(({ title, rows }, at) => (
          <Fragment key={title}>
            {at > 0 && (
              <h2 id={titleId + at} className="upcoming__title">
                {title}
              </h2>
            )}
            <ul>
              {rows.map((row) => (
                <Item key={row.id} {...row} onClose={onClose} />
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
      <footer className="upcoming__actions">
        <Button onClick={onClose}>닫기</Button>
        <Button kind="primary" onClick={showAll}>
          전체 보기
        </Button>
      </footer>
    </section>
  )
}

type Row = {
  id: number
  to: string
  date: string
  time: string
  what: string
  where: string
  /** Shown above the dates too. */
  isAbove: boolean
}

const Item = ({ to, date, time, what, where, isAbove, onClose }: Row & Props) => (
  <li className="upcoming__item">
    <Link className="upcoming__link" to={to} onClick={onClose}>
      {isAbove ? (
        <p {...figures()}>
          <strong>{what}</strong> <span className="muted">{`· ${time}`}</span>
        </p>
      ) : (
        <>
          <p {...figures('muted small')}>{koreanDate(date)}</p>
          <p {...figures('time-large')}>{time}</p>
          <p translate="no">
            <strong>{what}</strong> <span>{`· ${where}`}</span>
          </p>
        </>
      )}
    </Link>
  </li>
)

function rowOf(reservation: Reservation, at: Instant): Row {
  const isTour = reservation.type === 'VIP_TOUR'
  const where = isTour ? reservation.available_tour.docent.start_point : `${reservation.room.floor}층`
  return {
    id: reservation.id,
    to: detailsAddress(reservation),
    date: reservationFacts(reservation).date,
    time: timeRange(reservation),
    what: isTour ? 'VIP 투어' : reservation.visitor.title,
    where: [placeName(reservation), where].filter(Boolean).join(' · '),
    isAbove: isOfToday(reservationFacts(reservation), at),
  }
}

const rowOfEntry = (entry: WaitlistEntry): Row => ({
  id: entry.id,
  to: LIST_PATHS[entry.type === 'VIP_TOUR' ? 'tour' : 'room'],
  date: entry.event_date.date,
  time: wantedRange(entry),
  what: placeText(entry.place ?? 1),
  where: wantedTitle(entry),
  isAbove: false,
})

type Part = { title: string; rows: readonly Row[] }

function partsOf(
  reservations: readonly Reservation[],
  waiting: readonly WaitlistEntry[],
  at: Instant,
): Part[] {
  const approved = groupOwn(reservations, reservationFacts, at).coming.filter(
    (one) => displayedStatus(reservationFacts(one), at) === 'APPROVED',
  )
  const runs = (one: Reservation) => isRunning(reservationFacts(one), at)
  const rowsOf = (some: readonly Reservation[]) => some.map((one) => rowOf(one, at))
  return [
    { title: '이용 중', rows: rowsOf(approved.filter(runs)) },
    { title: '다가오는 예약', rows: rowsOf(approved.filter((one) => !runs(one))) },
    { title: '자리 대기', rows: waiting.map(rowOfEntry) },
  ].filter((part) => part.rows.length > 0)
}
