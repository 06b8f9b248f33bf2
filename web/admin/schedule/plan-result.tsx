import type { Docent } from '../../../contract/docent.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import type { Room } from '../../../contract/room.ts'
import { groupBy } from '../../../domain/group-by.ts'
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

export function PlanResultDialog({ places, dates, result, onClose }: Props) {
  const { created, skipped, results } = result
  const nameOf = (id: number) => places.find((place) => place.id === id)?.name ?? '삭제됨'
  const planned = dates.filter(({ id }) => results.some(({ event_date_id }) => event_date_id === id))
  const datesOf = (some: typeof results) =>
    some.length === planned.length && some.length > 1
      ? '모든 날짜'
      : planned
          .filter(({ id }) => some.some(({ event_date_id }) => event_date_id === id))
          .map(({ date }) => shortKoreanDate(date).replace(' ', '\u00a0'))
          .join(', ')
  // Most dates of a place have the same result, so they share a line.
  const told = groupBy(
    results.filter(({ why }) => why !== null),
    (each) => `${each.place_id} ${each.created} ${each.why}`,
  )
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
        {[...told].map(([key, [first, ...others]]) => (
          <li key={key}>
            <span className="strong">{nameOf(first!.place_id)}</span>{' '}
            <span className="muted">{datesOf([first!, ...others])}</span>
            <br />
            {others.length > 0 && '하루에 '}
            {first!.created}개 추가 · {first!.why} 건너뜀
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
