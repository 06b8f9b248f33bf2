import { useEffect, useRef } from 'react'
import { SLOT_TEXT } from '../../../components/slot-text.ts'
import type { Kind } from '../../../paths.ts'
import { tabStopIn, useRovingFocus, walkColumns } from '../../../ui/panel/use-roving-focus.ts'
import { figures } from '../../../ui/figures.ts'

type Props = {
  kind: Kind
  times: readonly { time: string; places: number }[]
  onChoose: (time: string) => void
}

const TIMES = { cells: 'button', walk: walkColumns, start: ['button'] }

export function StartTimes({ kind, times, onChoose }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const focus = useRovingFocus(grid, TIMES)
  useEffect(() => {
    // The button that led back is gone.
    if (document.activeElement === document.body) tabStopIn(grid.current!)?.focus()
  }, [])
  return (
    <div className="slot-grid" role="group" aria-label="시작 시간" ref={grid} {...focus}>
      {times.map(({ time, places }) => (
        <button
          key={time}
          type="button"
          className="slot"
          data-state={places === 0 ? 'reserved' : undefined}
          tabIndex={-1}
          onClick={() => onChoose(time)}
        >
          <span {...figures('time slot__time')}>{time}</span>{' '}
          <span className="slot__state small">
            {places === 0 ? (
              SLOT_TEXT.reserved
            ) : (
              <span translate="no">{`${places}${kind === 'tour' ? '명' : '곳'} 가능`}</span>
            )}
          </span>
          {places === 0 && <span className="visually-hidden">, 자리가 나면 신청하기</span>}
        </button>
      ))}
    </div>
  )
}
