import type { Ref } from 'react'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { shortKoreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { Drawing } from '../../ui/icon.tsx'
import { StatusBadge } from '../../components/reservation/status-badge.tsx'
import { placeName, timeRange } from '../../components/reservation/reservation-text.ts'
import { UNTOLD_TEXT, useFailedMails } from '../components/failed-mails.ts'
import { changeText } from '../components/change-text.ts'
import { partyName } from '../components/party-name.ts'
import { TierBadge } from '../../components/tier.tsx'
import { competingTexts, type Queued } from './queue.ts'
import { waitingSince, waitingText } from '../reservation-dialog/waiting-text.ts'
import { figures } from '../../ui/figures.ts'
import './queue-row.css'

type Props = {
  reservation: Reservation
  now: Instant
  queued: Queued | undefined
  /** For lists of mixed dates. */
  showsDate: boolean
  isBusy: boolean
  failure: string | undefined
  ref: Ref<HTMLButtonElement> | undefined
  onStep: (by: 1 | -1) => void
  onOpen: (reservation: Reservation) => void
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

export function QueueRow({
  reservation,
  now,
  queued,
  isBusy,
  failure,
  ref,
  onStep,
  onOpen,
  ...shown
}: Props) {
  const { id, status, visitor, note } = reservation
  const isUntold = useFailedMails().has(id)
  const { date, starts_at, ends_at } = reservationFacts(reservation)
  const hasBegun = starts_at <= now && now < ends_at
  const change = changeText(reservation)
  const warnings = [
    ...(change === null ? [] : [change]),
    ...(hasBegun ? ['시작됨'] : []),
    ...(queued ? competingTexts(queued.competing) : []),
  ]
  const failures = [...(isUntold ? [UNTOLD_TEXT] : []), ...(failure === undefined ? [] : [failure])]
  return (
    <button
      type="button"
      className="queue-row"
      data-reservation={id}
      data-dated={shown.showsDate || undefined}
      aria-haspopup="dialog"
      ref={ref}
      onClick={() => onOpen(reservation)}
      onKeyDown={(event) => {
        const step = STEPS[event.key]
        if (step === undefined) return
        event.preventDefault()
        onStep(step)
      }}
    >
      <span {...figures('strong queue-row__time')}>
        {shown.showsDate && <span {...figures('muted queue-row__date')}>{shortKoreanDate(date)}</span>}{' '}
        {timeRange(reservation)}
      </span>{' '}
      <span className="queue-row__place">
        <span {...figures('queue-row__place-name')}>{placeName(reservation)}</span>{' '}
        <span className="queue-row__topic muted small">
          {reservation.type === 'VIP_TOUR'
            ? reservation.available_tour.docent.language
            : reservation.visitor.title}
        </span>
      </span>{' '}
      <span className="queue-row__party">
        {queued?.tier && <TierBadge of={queued.tier} />}{' '}
        <span {...figures('strong queue-row__company')}>{partyName(reservation)}</span>
      </span>{' '}
      <span className="queue-row__person muted small">
        <span {...figures('queue-row__name')}>{visitor.name}</span>
        <span {...figures('queue-row__count')}> · {visitor.count}명</span>
      </span>{' '}
      {note && <Note text={note} />}{' '}
      <span className="queue-row__status" data-status={status}>
        <StatusBadge status={status} />
      </span>{' '}
      <span {...figures('queue-row__wait muted small')}>
        {isBusy ? '처리 중...' : waitingText(waitingSince(reservation), now)}
      </span>
      {warnings.length > 0 && (
        <>
          {' '}
          <span {...figures('queue-row__warnings small')}>
            {warnings.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </span>
        </>
      )}
      {failures.length > 0 && (
        <>
          {' '}
          <span className="queue-row__failure small">{failures.join(' · ')}</span>
        </>
      )}
    </button>
  )
}

const SPEECH = 'M5 5h14v11h-8l-4 4v-4H5Z'

const Note = ({ text }: { text: string }) => (
  <span className="row muted queue-row__note small">
    <Drawing shape={SPEECH} />
    <span className="visually-hidden">요청 사항 있음</span>
    <span className="queue-row__note-text" aria-hidden="true">
      {text}
    </span>
  </span>
)
