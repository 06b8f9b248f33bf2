import { useId, useState, type ReactNode } from 'react'
import type { DashboardStats } from '../../../contract/admin/dashboard.ts'
import { FILTER_TEXT } from '../../../contract/admin/reservation-filters.ts'
import { koreanDate, shortKoreanDate } from '../../../domain/madrid-time.ts'
import type { StatusFilter } from '../../../domain/reservation-filter.ts'
import { Button, SelectField } from '../../ui/controls.tsx'
import { ChoiceBar } from '../../ui/choice/choice-bar.tsx'
import { useIsNarrow } from '../../ui/list/use-is-narrow.ts'
import { SearchField } from '../../ui/list/search-field.tsx'
import { TodayCounts } from '../components/today-counts.tsx'
import { TYPES } from '../components/type-filter.ts'
import './filter-bar.css'
import type { Filters } from './filters.ts'

const STATUSES: readonly StatusFilter[] = ['active', 'cancelled', 'all']

/** The link of a figure may ask for another status. */
const statusesWith = (chosen: StatusFilter) =>
  [...new Set([...STATUSES, chosen])].map((id) => ({ id, label: FILTER_TEXT[id] }))

type Props = {
  filters: Filters
  date: string
  days: readonly string[]
  today: string
  stats: DashboardStats | undefined
  onChange: (change: Partial<Filters>) => void
  onSearch: (search: string) => void
  children: ReactNode
}

/** On a phone everything but the search is collapsed, with today's counts. */
export function FilterBar(props: Props) {
  const { filters, date, days, today, onSearch } = props
  const [isOpen, setOpen] = useState(false)
  const isNarrow = useIsNarrow()
  const panelId = useId()
  return (
    <div className="row filter-bar" data-wrap>
      <SearchField
        label="예약 검색"
        placeholder="회사, 이름, 전화번호, 장소"
        value={filters.search}
        onSearch={onSearch}
      />
      {isNarrow && (
        <Button aria-expanded={isOpen} aria-controls={panelId} onClick={() => setOpen(!isOpen)}>
          필터 <span className="muted plain">{summary(filters, date, today)}</span>
        </Button>
      )}
      {(isOpen || !isNarrow) && (
        <div className="row unlabelled filter-bar__panel" data-wrap id={panelId}>
          {isNarrow && <TodayCounts stats={props.stats} />}
          <SelectField
            label="날짜"
            name="date"
            className="field__control numerals"
            value={date}
            onChange={(event) => props.onChange({ date: event.target.value })}
          >
            <option value="all">전체 날짜</option>
            {[...new Set([...days, ...(date === 'all' ? [] : [date])])].sort().map((day) => (
              <option key={day} value={day} translate="no">
                {koreanDate(day)}
                {day === today && ' · 오늘'}
              </option>
            ))}
          </SelectField>
          <ChoiceBar
            label="유형"
            choices={TYPES}
            chosen={filters.type}
            onChoose={(type) => props.onChange({ type })}
          />
          <ChoiceBar
            label="상태"
            choices={statusesWith(filters.status)}
            chosen={filters.status}
            onChoose={(status) => props.onChange({ status })}
          />
          {props.children}
        </div>
      )}
    </div>
  )
}

export function summary({ type, status }: Filters, date: string, today?: string): string {
  const day = date === 'all' ? '전체 날짜' : date === today ? '오늘' : shortKoreanDate(date)
  const parts = [day, ...(type === 'all' ? [] : [TYPES.find(({ id }) => id === type)!.label])]
  return [...parts, status === 'all' ? '모든 상태' : FILTER_TEXT[status]].join(' · ')
}
