import { useEffect, useRef } from 'react'
import type { EventDate } from '../../../contract/event-date.ts'
import { dateToShow } from '../../../domain/event-date.ts'
import { madridDate, shortKoreanDate } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { ChoiceBar } from '../../ui/choice/choice-bar.tsx'
import { TYPES, type TypeFilter } from '../components/type-filter.ts'
import { figures } from '../../ui/figures.ts'
import { scrollToMiddle } from '../../ui/panel/scroll-to-middle.ts'
import './timeline-bar.css'

type DatesProps = {
  dates: readonly EventDate[]
  wanted: string | null
  onSelect: (date: string) => void
}

export function DateRow({ dates, wanted, onSelect }: DatesProps) {
  const today = madridDate(useNow(60_000))
  const selected = dateToShow(
    dates.map(({ date }) => date),
    today,
    wanted,
  )
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Many dates do not fit a phone; scrolls to the chosen one.
    scrollToMiddle(row.current, row.current?.querySelector<HTMLElement>(`[data-date='${selected}']`))
  }, [selected])
  return (
    <div className="strip frame choice-bar" role="group" aria-label="날짜" ref={row}>
      {dates.map(({ date }) => (
        <button
          key={date}
          type="button"
          {...figures('choice-bar__choice timeline-bar__day focus-inside')}
          data-date={date}
          aria-pressed={date === selected}
          data-selected={date === selected || undefined}
          onClick={() => onSelect(date)}
        >
          {shortKoreanDate(date)}
          {date === today && <span className="timeline-bar__today"> 오늘</span>}
        </button>
      ))}
    </div>
  )
}

type ViewProps = { view: TypeFilter; onSelect: (view: TypeFilter) => void }

export const ViewSwitch = ({ view, onSelect }: ViewProps) => (
  <ChoiceBar label="보기" choices={TYPES} chosen={view} onChoose={onSelect} />
)
