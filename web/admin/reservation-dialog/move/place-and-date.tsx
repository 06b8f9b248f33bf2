import { listEventDatesAsAdmin } from '../../../../contract/admin/event-dates.ts'
import { koreanDate, madridDate } from '../../../../domain/madrid-time.ts'
import { useRead } from '../../../api/reads/use-read.ts'
import { useNow } from '../../../browser/clock.ts'
import { tierPrefix } from '../../../components/tier.tsx'
import { SelectField } from '../../../ui/field.tsx'
import type { MovePlace } from './move-place.ts'
import { placeFacts } from './move-sides.tsx'

type Props = {
  all: readonly MovePlace[]
  where: MovePlace
  onPlace: (id: number) => void
  date: string
  /** The reservation's own date, which may be past. */
  own: string
  onDate: (date: string) => void
}

/** Other past days are not offered. */
export function PlaceAndDate({ all, where, onPlace, date, own, onDate }: Props) {
  const { data: dates = [] } = useRead(listEventDatesAsAdmin, {})
  const today = madridDate(useNow(60_000))
  const known = dates.map((each) => each.date).filter((each) => each >= today)
  const days = [...new Set([...known, own, date])].toSorted()
  return (
    <div className="move__fields">
      <SelectField
        label="날짜"
        name=""
        className="field__control numerals"
        value={date}
        data-autofocus
        onChange={({ target }) => onDate(target.value)}
      >
        {days.map((day) => (
          <option key={day} value={day}>
            {koreanDate(day)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={where.kind === 'tour' ? '도슨트' : '미팅룸'}
        name=""
        value={where.place.id}
        onChange={({ target }) => onPlace(Number(target.value))}
      >
        {all.map((each) => (
          <option key={each.place.id} value={each.place.id}>
            {tierPrefix(each.place)}
            {each.place.name} ({placeFacts(each)})
          </option>
        ))}
      </SelectField>
    </div>
  )
}
