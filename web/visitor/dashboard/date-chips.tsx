import { useEffect, useRef } from 'react'
import type { EventDate } from '../../../contract/event-date.ts'
import { madridDate, shortKoreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { scrollToMiddle } from '../../ui/panel/scroll-to-middle.ts'

type Props = {
  dates: readonly EventDate[]
  selected: string
  now: Instant
  onSelect: (date: string) => void
}

export function DateChips({ dates, selected, now, onSelect }: Props) {
  const row = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // Keeps the chosen day in view.
    scrollToMiddle(row.current, row.current?.querySelector(`[value='${selected}']`)?.closest('label'))
  }, [selected])
  const today = madridDate(now)
  return (
    <fieldset className="strip date-chips" ref={row}>
      <legend className="visually-hidden">행사 날짜</legend>
      {dates.map(({ date }) => (
        <label
          key={date}
          className="row strong date-chips__chip"
          data-selected={date === selected || undefined}
          data-over={date < today || undefined}
        >
          <input
            className="visually-hidden"
            type="radio"
            name="date"
            value={date}
            checked={date === selected}
            onChange={() => onSelect(date)}
          />
          <time dateTime={date} translate="no">
            {shortKoreanDate(date)}
          </time>
          {date === today && <span className="small">오늘</span>}
        </label>
      ))}
    </fieldset>
  )
}
