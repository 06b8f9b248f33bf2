import type { Docent } from '../../../contract/docent.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import type { Room } from '../../../contract/room.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { PlanResult } from './use-plan-form.ts'

type Props = {
  places: readonly (Docent | Room)[]
  dates: readonly EventDate[]
  result: PlanResult
  onClose: () => void
}

/** Says how many slots a plan has made, and where it has skipped some and why. */
export function PlanResultDialog({ places, dates, result, onClose }: Props) {
  const { created, skipped, results } = result
  const nameOf = (id: number) => places.find((place) => place.id === id)?.name ?? '삭제됨'
  const dateOf = (id: number) => dates.find((day) => day.id === id)?.date
  return (
    <Dialog
      title={`${created.toLocaleString('ko')}개 추가, ${skipped.toLocaleString('ko')}개 건너뜀`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose} data-autofocus>
          확인
        </Button>
      }
    >
      <ul className="plan__skips numerals">
        {results
          .filter((each) => each.why !== null)
          .map(({ place_id, event_date_id, created, why }) => (
            <li key={`${place_id} ${event_date_id}`}>
              <span className="strong">{nameOf(place_id)}</span>{' '}
              <span className="muted">{shortKoreanDate(dateOf(event_date_id) ?? '')}</span>
              <br />
              {created}개 추가 · {why} 건너뜀
            </li>
          ))}
      </ul>
    </Dialog>
  )
}
