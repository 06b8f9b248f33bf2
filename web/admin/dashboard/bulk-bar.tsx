import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { DECISIONS, BUTTON_TEXT, openDecisions, type Decision } from '../reservation-dialog/decide.ts'
import { Button } from '../../ui/controls.tsx'
import { figures } from '../../ui/figures.ts'
import './bulk-bar.css'

type Props = {
  chosen: readonly Reservation[]
  /** Hidden by another date or a search. */
  unseen: number
  now: Instant
  onDecide: (decision: Decision) => void
  onClear: () => void
}

export function BulkBar({ chosen, unseen, now, onDecide, onClear }: Props) {
  if (chosen.length === 0) return null
  const counted = DECISIONS.map((decision) => ({
    decision,
    count: chosen.filter((each) => openDecisions(each, now).includes(decision)).length,
  })).filter(({ count }) => count > 0)
  return (
    <div className="card row bulk-bar" data-wrap role="region" aria-label="선택한 예약 처리">
      <p {...figures('strong bulk-bar__count')} role="status">
        {chosen.length}건 선택
        {unseen > 0 && <span className="plain"> · 가려진 {unseen}건 포함</span>}
      </p>
      <Button size="small" kind="quiet" onClick={onClear}>
        선택 해제
      </Button>
      {counted.map(({ decision, count }) => (
        <Button
          key={decision}
          size="small"
          kind={decision.startsWith('approve') ? 'primary' : 'secondary'}
          onClick={() => onDecide(decision)}
        >
          {`${BUTTON_TEXT[decision]} ${count}건`}
        </Button>
      ))}
    </div>
  )
}
