import type { Docent, Room } from '../../../contract/place.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { Options } from '../components/options.tsx'
import { labelledName } from '../../components/tier.tsx'
import { SelectField } from '../../ui/controls.tsx'
import type { SlotKind, SlotFilter } from './slot-kind.ts'

type Props = {
  kind: SlotKind
  places: readonly (Docent | Room)[]
  dates: readonly EventDate[]
  filter: SlotFilter
  onChange: (filter: SlotFilter) => void
}

/** A deleted place or date stays selected until changed. */
export function SlotFilterFields({ kind, places, dates, filter, onChange }: Props) {
  const isPlaceGone = filter.place !== null && !places.some(({ id }) => id === filter.place)
  const isDateGone = filter.date !== null && !dates.some(({ date }) => date === filter.date)
  return (
    <div className="unlabelled schedule__filter" role="group" aria-label="필터">
      <SelectField
        name="filter_place"
        label={kind.place}
        value={filter.place ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...filter, place: value === '' ? null : Number(value) })
        }
      >
        <option value="">{`전체 ${kind.place}`}</option>
        {isPlaceGone && <option value={filter.place ?? ''}>{`삭제된 ${kind.place}`}</option>}
        <Options of={places} text={labelledName} />
      </SelectField>
      <SelectField
        name="filter_date"
        label="날짜"
        value={filter.date ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ ...filter, date: value || null })}
      >
        <option value="">전체 날짜</option>
        {isDateGone && filter.date && (
          <option value={filter.date}>{`${koreanDate(filter.date)} (삭제됨)`}</option>
        )}
        <Options of={dates.map(({ date }) => date)} text={koreanDate} />
      </SelectField>
    </div>
  )
}
