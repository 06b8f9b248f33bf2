import { useEffect, useRef } from 'react'
import { tabStopIn, useRovingFocus, walkColumns } from '../../../ui/focus/use-roving-focus.ts'

type Props = { times: readonly { time: string; places: number }[]; onChoose: (time: string) => void }

const TIMES = { cells: 'button', walk: walkColumns, start: ['button'] }

/** The times to begin at, each with how many docents or rooms are free. One of them is in the tab order. */
export function StartTimes({ times, onChoose }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const focus = useRovingFocus(grid, TIMES)
  useEffect(() => {
    // The button that led back here is gone.
    if (document.activeElement === document.body) tabStopIn(grid.current!)?.focus()
  }, [])
  return (
    <div className="slot-grid" role="group" aria-label="시작 시간" ref={grid} {...focus}>
      {times.map(({ time, places }) => (
        <button key={time} type="button" className="slot" tabIndex={-1} onClick={() => onChoose(time)}>
          <span className="slot__time">{time}</span> <span className="slot__state">{places}곳 가능</span>
        </button>
      ))}
    </div>
  )
}
