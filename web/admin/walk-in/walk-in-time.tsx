import { useRef, useState } from 'react'
import { listRoomSlots, listTourSlots } from '../../../contract/admin/slots.ts'
import { runFrom } from '../../../domain/free-run.ts'
import { freeTimes, startingTime, timesInstead, type Time } from '../../../domain/free-times.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { spanOf } from '../../../domain/slot-choice.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import type { WalkInPlace } from './walk-in-place.ts'

type Where = WalkInPlace & { date: string; time: string }

/**
 * The time of a walk-in: what is free now, and what of it is chosen. A choice is kept when somebody else takes it, so
 * that it can be said that it is gone.
 */
export function useWalkInTime(where: Where, now: Instant) {
  const { kind, place, date, time } = where
  const id = String(place.id)
  const poll = POLL_MS
  const tours = useRead(listTourSlots, { query: { docent_id: id, date } }, { poll, enabled: kind === 'tour' })
  const rooms = useRead(listRoomSlots, { query: { room_id: id, date } }, { poll, enabled: kind === 'room' })
  const { data: slots, isError, refetch } = kind === 'tour' ? tours : rooms
  const [start, setStart] = useState<Time | null>(null)
  const [count, setCount] = useState(1)
  const free = slots ? freeTimes(slots, date, now) : []
  const begin = start === null ? startingTime(free, time) : undefined
  if (begin) setStart(begin)
  const run = start ? runFrom(free, start.id) : []
  const isLost = slots !== undefined && start !== null && run.length < count
  return {
    state: slots ? (free.length > 0 ? 'free' : 'full') : isError ? 'failed' : 'loading',
    reload: () => void refetch(),
    free,
    start,
    run,
    count,
    isLost,
    instead: () =>
      start && slots
        ? timesInstead(place, slots, date, { time: start.time, minutes: start.duration * count }, now)
        : [],
    /** The slots that would be booked; none when one of them is gone. */
    chosen: isLost ? [] : run.slice(0, count),
    event_date_id: slots?.[0]?.event_date.id,
    chooseStart: (time: Time) => {
      setStart(time)
      setCount(Math.min(count, runFrom(free, time.id).length))
    },
    chooseCount: setCount,
  } as const
}

export type WalkInTime = ReturnType<typeof useWalkInTime>

type Props = { time: WalkInTime; isRoom: boolean; name: string; error: string | undefined }

/** When it begins, for a room how long it lasts, and when that is gone what is free instead. */
export function WalkInTimeFields({ time, isRoom, name, error }: Props) {
  const select = useRef<HTMLSelectElement>(null)
  const { state, start, run, free } = time
  const takeInstead = (instead: Time) => {
    time.chooseStart(instead)
    // As if it had been chosen there: what was wrong with the old one is over.
    select.current?.dispatchEvent(new Event('input', { bubbles: true }))
    select.current?.focus()
  }
  if (state === 'failed')
    return (
      <div className="walk-in__lost" role="alert">
        <p>가용 시간을 불러오는데 실패했습니다.</p>
        <Button size="small" onClick={time.reload}>
          다시 시도
        </Button>
      </div>
    )
  return (
    <div className="stack" data-gap="8">
      <div className="walk-in__times">
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
          {start && run.length === 0 && <option value={start.id}>{start.time} (마감)</option>}
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

function LengthField({ time: { start, run, count, chooseCount } }: { time: WalkInTime }) {
  return (
    <SelectField
      label="이용 시간"
      name="length"
      className="field__control numerals"
      value={count}
      onChange={({ target }) => chooseCount(Number(target.value))}
    >
      {run.map(({ id, end_time }, i) => (
        <option key={id} value={i + 1}>
          {spanOf(run.slice(0, i + 1)).minutes}분 (~ {end_time})
        </option>
      ))}
      {run.length < count && <option value={count}>{(start?.duration ?? 0) * count}분 (일부 마감)</option>}
    </SelectField>
  )
}

type LostProps = { time: WalkInTime; isExplained: boolean; onTake: (instead: Time) => void }

/** The chosen time is gone: that it is, unless the field itself says so, and what is free now. */
function Lost({ time: { isLost, state, instead }, isExplained, onTake }: LostProps) {
  const offered = isLost ? instead() : []
  const isFull = state === 'full'
  return (
    <div role="alert" className="walk-in__lost-place">
      {(isLost || isFull) && (
        <div className="walk-in__lost">
          <p>
            {isLost && !isExplained && '선택하신 시간이 방금 마감되었습니다. '}
            {isFull ? '이 날짜에는 지금 비어 있는 시간이 없습니다.' : '지금 비어 있는 시간입니다.'}
          </p>
          {offered.length > 0 && (
            <div className="row" data-wrap>
              {offered.map((each) => (
                <Button key={each.id} size="small" onClick={() => onTake(each)}>
                  <span className="numerals">{each.time}</span>
                </Button>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  )
}
