import type { DateRange } from '../../../contract/admin/statistics.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { Options } from '../components/options.tsx'
import { Button, SelectField } from '../../ui/controls.tsx'

type Props = {
  /** Every date of the event. */
  dates: readonly string[]
  range: DateRange
  onMove: (to: { start_date: string } | { end_date: string }) => void
  onAll: () => void
}

/** Of which dates the figures are. */
export function RangeFields({ dates, range, onMove, onAll }: Props) {
  const start = range.start_date ?? dates[0]!
  const end = range.end_date ?? dates.at(-1)!
  const isAll = range.start_date === undefined && range.end_date === undefined
  return (
    <div className="row statistics__range" data-wrap role="group" aria-label="기간">
      <SelectField
        label="시작일"
        name="start_date"
        value={start}
        onChange={(event) => onMove({ start_date: event.target.value })}
      >
        <Dates dates={dates} chosen={start} />
      </SelectField>
      <SelectField
        label="종료일"
        name="end_date"
        value={end}
        onChange={(event) => onMove({ end_date: event.target.value })}
      >
        <Dates dates={dates} chosen={end} />
      </SelectField>
      <Button disabled={isAll} onClick={onAll}>
        전체 기간
      </Button>
    </div>
  )
}

/** An address may name a date on which there is nothing; it is shown as it was asked for. */
const Dates = ({ dates, chosen }: { dates: readonly string[]; chosen: string }) => (
  <Options of={[...new Set([...dates, chosen])].sort()} text={shortKoreanDate} />
)
