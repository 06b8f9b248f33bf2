import { koreanDate } from '../../../domain/madrid-time.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import type { SlotDayCount } from './slot-days.ts'

type Props = { days: readonly SlotDayCount[]; shown: string; onSee: (date: string) => void }

/** Which of several days is in view, and the ways to the others: all at once would be too much to load and to read. */
export function DayInView({ days, shown, onSee }: Props) {
  const at = days.findIndex(({ date }) => date === shown)
  const step = (name: string, to: number) => (
    <Button disabled={!days[to]} onClick={() => days[to] && onSee(days[to].date)}>
      {name}
    </Button>
  )
  return (
    <div className="schedule__filter" role="group" aria-label="보는 날짜">
      <SelectField
        name="day"
        label={`보는 날짜 (${days.length}일 중 ${at + 1}번째)`}
        value={shown}
        onChange={({ currentTarget }) => onSee(currentTarget.value)}
      >
        {days.map(({ date, count }) => (
          <option key={date} value={date}>
            {koreanDate(date)} · {count.toLocaleString('ko')}개
          </option>
        ))}
      </SelectField>
      {step('이전 날짜', at - 1)}
      {step('다음 날짜', at + 1)}
    </div>
  )
}
