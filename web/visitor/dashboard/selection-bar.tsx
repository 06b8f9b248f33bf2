import type { ScheduleSlot } from '../../../contract/schedule.ts'
import { spanOf } from '../../../domain/slot-choice.ts'
import { ActionBar } from '../components/action-bar.tsx'
import { Button } from '../../ui/controls.tsx'
import type { Kind } from '../../paths.ts'
import { figures } from '../../ui/figures.ts'
import './selection-bar.css'

type Props = {
  kind: Kind
  selected: readonly ScheduleSlot[]
  /** Only where the view does not show it beside the times. */
  placeName?: string | undefined
  hint?: string
  /** Why this member cannot book here. */
  refusal: string | null
  /** Why the last selection was removed. */
  loss: string | null
  onClear: () => void
  /** Undefined if nothing can be booked. */
  onProceed?: (() => void) | undefined
}

export const SelectionBar = ({
  kind,
  selected,
  placeName,
  hint = HINTS[kind],
  refusal,
  loss,
  onClear,
  onProceed,
}: Props) => (
  <ActionBar>
    <div className="grow" role="status">
      {selected.length > 0 ? (
        <Chosen {...{ selected, kind, placeName }} />
      ) : (
        <p className="muted selection-bar__hint" data-loss={loss !== null || undefined}>
          {refusal ?? loss ?? hint}
        </p>
      )}
    </div>
    {selected.length > 0 && (
      <Button kind="quiet" size="small" onClick={onClear}>
        선택 해제
      </Button>
    )}
    {onProceed && (
      <Button kind="primary" onClick={onProceed}>
        예약하기
      </Button>
    )}
  </ActionBar>
)

const HINTS = { tour: '시간을 선택해주세요', room: '시작 시간과 종료 시간을 선택해주세요' } as const

function Chosen({ selected, kind, placeName }: Pick<Props, 'selected' | 'kind' | 'placeName'>) {
  const span = spanOf(selected)
  return (
    <p className="selection-bar__span">
      <span {...figures('time')}>
        {span.time} ~ {span.end_time}
      </span>{' '}
      <span {...figures('muted')}>
        {kind === 'room' ? '총 ' : ''}
        {span.minutes}분{placeName && ' ·'}
      </span>{' '}
      <span className="muted visitor__label" data-name translate="no">
        {placeName}
      </span>
    </p>
  )
}
