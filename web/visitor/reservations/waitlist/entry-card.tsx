import { useId } from 'react'
import { placeText } from '../../../../contract/text/line-place-text.ts'
import { PASSED_OVER_TEXT, WAITLIST_STATE_TEXT } from '../../../../contract/text/waitlist-text.ts'
import type { WaitlistEntry } from '../../../../contract/waitlist.ts'
import { koreanDate } from '../../../../domain/madrid-time.ts'
import { wantedRange, wantedTitle, wantedWhere } from '../../../components/waitlist-entry-text.ts'
import { Button } from '../../../ui/controls.tsx'
import { Badge, type BadgeTone } from '../../../ui/list/badge.tsx'
import { figures } from '../../../ui/figures.ts'
import './entry-card.css'

type Props = {
  entry: WaitlistEntry
  onLeave: () => void
  onOpen: (reservation: number) => void
}

const TONES: { readonly [S in WaitlistEntry['state']]?: BadgeTone } = {
  waiting: 'held',
  served: 'approved',
}

export function EntryCard({ entry, onLeave, onOpen }: Props) {
  const title = useId()
  const { state, place, passed_over, reason, reservation_id } = entry
  return (
    <article className="reservation entry-card card" aria-labelledby={title} data-state={state}>
      <header className="row" data-spread data-wrap>
        <p {...figures('muted')}>{koreanDate(entry.event_date.date)}</p>
        <span aria-live="polite">
          <Badge tone={TONES[state] ?? 'ended'}>
            {place === null ? WAITLIST_STATE_TEXT[state] : placeText(place)}
          </Badge>
        </span>
      </header>
      <p {...figures('reservation__time time-large')}>{wantedRange(entry)}</p>
      <h3 {...figures()} id={title}>
        {wantedTitle(entry)}
      </h3>
      <p {...figures('muted')}>{wantedWhere(entry)}</p>
      {passed_over && <p className="note small">{PASSED_OVER_TEXT[passed_over]}</p>}
      {reason && <p className="two-lines muted small">{`사유: ${reason}`}</p>}
      <footer className="reservation__actions">
        {state === 'waiting' && (
          <Button size="small" kind="quiet" aria-describedby={title} onClick={onLeave}>
            자리 대기 취소
          </Button>
        )}
        {reservation_id !== null && (
          <Button size="small" aria-describedby={title} onClick={() => onOpen(reservation_id)}>
            예약 보기
          </Button>
        )}
      </footer>
    </article>
  )
}
