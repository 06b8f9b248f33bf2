import type { Arrival } from '../../../contract/admin/arrivals.ts'
import { canUndoArrival, checkArrival, expectedOf } from '../../../domain/arrival.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { Button } from '../../ui/controls.tsx'
import { figures } from '../../ui/figures.ts'
import { unsentMarkOf } from '../components/marks/marking.ts'

type Props = { arrival: Arrival; now: Instant; onCount: (arrival: Arrival) => void }

/** The number of people, which is corrected with the mark or after it. */
export function CountButton({ arrival, now, onCount }: Props) {
  const facts = expectedOf(arrival)
  const text = `${arrival.count}명`
  if (unsentMarkOf(arrival) || (checkArrival(facts, now) !== null && !canUndoArrival(facts, now)))
    return <span {...figures('arrival__count small strong')}>{text}</span>
  return (
    <Button
      size="small"
      kind="quiet"
      translate="no"
      aria-label={`${arrival.name} ${arrival.start_time} 방문 인원 ${text} 수정`}
      onClick={() => onCount(arrival)}
    >
      {text}
    </Button>
  )
}
