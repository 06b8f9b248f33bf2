import { useRef, type ReactNode } from 'react'
import type { Time } from '../../../../domain/slot.ts'
import { spanOf } from '../../../../domain/slot-choice.ts'
import { Button, SelectField } from '../../../ui/controls.tsx'
import { figures } from '../../../ui/figures.ts'
import './free-time.css'

/** Chosen times stay chosen when another visitor takes them. */
export type FreeTime = {
  state: 'free' | 'full' | 'failed' | 'loading'
  reload: () => void
  free: readonly Time[]
  start: Time | null
  /** The free times from the chosen one on, without a gap. */
  run: readonly Time[]
  count: number
  isLost: boolean
  instead: () => Time[]
  chooseStart: (time: Time) => void
  chooseCount: (count: number) => void
}

type Props = { time: FreeTime; isRoom: boolean; name: string; error: ReactNode }

export function FreeTimeFields({ time, isRoom, name, error }: Props) {
  const select = useRef<HTMLSelectElement>(null)
  const { state, start, run, free } = time
  const takeInstead = (instead: Time) => {
    time.chooseStart(instead)
    // Fires the form's handler, which clears the old error.
    select.current?.dispatchEvent(new Event('input', { bubbles: true }))
    select.current?.focus()
  }
  if (state === 'failed')
    return (
      <div className="caution stack" data-gap="8" role="alert">
        <p>가용 시간을 불러오는데 실패했습니다.</p>
        <Button size="small" onClick={time.reload}>
          다시 시도
        </Button>
      </div>
    )
  return (
    <div className="stack" data-gap="8">
      <div className="free-time__fields">
        <SelectField
          label="시작 시간"
          required
          ref={select}
          name={name}
          error={error}
          className="field__control numerals"
          disabled={state === 'loading'}
          value={start?.id ?? ''}
          onChange={({ target }) => {
            const chosen = free.find(({ id }) => id === Number(target.value))
            if (chosen) time.chooseStart(chosen)
          }}
        >
          {start && run.length === 0 && (
            <option value={start.id} translate="no">
              {start.time} (마감)
            </option>
          )}
          {!start && <option value="">{state === 'loading' ? '불러오는 중' : '비어 있는 시간 없음'}</option>}
          {free.map(({ id, time, end_time }) => (
            <option key={id} value={id}>
              {isRoom ? time : `${time} ~ ${end_time}`}
            </option>
          ))}
        </SelectField>
        {isRoom && start && <LengthField time={time} />}
      </div>
      <Lost time={time} isExplained={error !== undefined} onTake={takeInstead} />
    </div>
  )
}

function LengthField({ time: { start, run, count, chooseCount } }: { time: FreeTime }) {
  return (
    <SelectField
      label="이용 시간"
      // No name: a choice is no typed input, so closing needs no question.
      name=""
      className="field__control numerals"
      value={count}
      onChange={({ target }) => chooseCount(Number(target.value))}
    >
      {run.map(({ id, end_time }, i) => (
        <option key={id} value={i + 1} translate="no">
          {spanOf(run.slice(0, i + 1)).minutes}분 (~ {end_time})
        </option>
      ))}
      {run.length < count && (
        <option value={count}>{`${(start?.duration ?? 0) * count}분 (일부 마감)`}</option>
      )}
    </SelectField>
  )
}

type LostProps = { time: FreeTime; isExplained: boolean; onTake: (instead: Time) => void }

function Lost({ time: { isLost, state, instead }, isExplained, onTake }: LostProps) {
  const offered = isLost ? instead() : []
  const isFull = state === 'full'
  return (
    <div role="alert" className="free-time__lost-place">
      {(isLost || isFull) && (
        <div className="caution stack" data-gap="8">
          <p>
            {`${isLost && !isExplained ? '선택하신 시간이 방금 마감되었습니다. ' : ''}${isFull ? '이 날짜에는 지금 비어 있는 시간이 없습니다.' : '지금 비어 있는 시간입니다.'}`}
          </p>
          {offered.length > 0 && (
            <div className="row" data-wrap>
              {offered.map((each) => (
                <Button key={each.id} size="small" onClick={() => onTake(each)}>
                  <span {...figures()}>{each.time}</span>
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  )
}
