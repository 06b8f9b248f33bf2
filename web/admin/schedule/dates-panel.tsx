import { useState } from 'react'
import { countEventDates, listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { koreanDate, madridDate } from '../../../domain/madrid-time.ts'
import { LoadState } from '../components/load-state.tsx'
import { useReads } from '../components/use-reads.ts'
import { useNow } from '../../browser/clock.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { Cell } from '../../ui/list/table.tsx'
import { CopyDayButton } from './copy-day-button.tsx'
import { AddDateForm, AddDatesForm } from './date-forms.tsx'
import { ItemList } from './item-list.tsx'
import { Panel } from './panel.tsx'
import { DATES } from './deletable-resource.ts'

export function DatesPanel() {
  // Remounts the list after an addition, which drops the choice.
  const [additions, setAdditions] = useState(0)
  const added = () => setAdditions((count) => count + 1)
  const dates = useRead(listEventDatesAsAdmin, {}, { poll: POLL_MS })
  // The list does not wait for its counts.
  const counts = useRead(countEventDates, {}, { poll: POLL_MS }).data
  const reads = useReads({ dates }, '날짜 목록을 불러오는데 실패했습니다.')
  const today = madridDate(useNow(60_000))
  const when = (date: string) => (date === today ? '오늘' : date < today ? '지난 날짜' : null)
  return (
    <Panel
      title="날짜 관리"
      staleSince={reads.staleSince}
      aside={
        <>
          <AddDateForm onAdded={added} />
          <AddDatesForm onAdded={added} />
        </>
      }
    >
      <LoadState reads={reads}>
        {({ dates }) => (
          <ItemList
            key={additions}
            resource={DATES}
            items={dates}
            columns={[
              { name: '날짜' },
              { name: '투어 시간', numeric: true },
              { name: '미팅룸 시간', numeric: true },
              { name: '진행 중 예약', numeric: true },
              { name: '다른 날짜로' },
            ]}
            renderCells={({ id, date }) => (
              <>
                <Cell kind="title">
                  <span className="numerals">{koreanDate(date)}</span>{' '}
                  {when(date) && <span className="muted small">{when(date)}</span>}
                </Cell>
                <Counts of={counts?.find((day) => day.id === id)} />
                <Cell label="다른 날짜로">
                  <CopyDayButton from={date} />
                </Cell>
              </>
            )}
            whenEmpty="행사 날짜를 하루씩 또는 기간으로 추가해주세요."
          />
        )}
      </LoadState>
    </Panel>
  )
}

type Counted = { tour_slots: number; room_slots: number; reservations: number }

const Counts = ({ of }: { of: Counted | undefined }) => (
  <>
    <Cell label="투어 시간" numeric>
      {amount(of?.tour_slots)}
    </Cell>
    <Cell label="미팅룸 시간" numeric>
      {amount(of?.room_slots)}
    </Cell>
    <Cell label="진행 중 예약" numeric>
      {amount(of?.reservations, '건')}
    </Cell>
  </>
)

const amount = (count: number | undefined, unit = '개') =>
  count === undefined ? '' : `${count.toLocaleString('ko')}${unit}`
