import { useState } from 'react'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { koreanDate, madridDate } from '../../../domain/madrid-time.ts'
import { LoadState } from '../components/load-state.tsx'
import { useReads } from '../components/use-reads.ts'
import { useNow } from '../../browser/clock.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { Cell } from '../../ui/list/table.tsx'
import { AddDateForm, AddDatesForm } from './date-forms.tsx'
import { ItemList } from './item-list.tsx'
import { Panel } from './panel.tsx'
import { DATES } from './deletable-resource.ts'

export function DatesPanel() {
  // A choice made before an addition is dropped: the list begins anew.
  const [additions, setAdditions] = useState(0)
  const added = () => setAdditions((count) => count + 1)
  const dates = useRead(listEventDatesAsAdmin, {}, { poll: POLL_MS })
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
            columns={[{ name: '날짜' }]}
            renderCells={({ date }) => (
              <Cell kind="title">
                <span className="numerals">{koreanDate(date)}</span>{' '}
                {when(date) && <span className="muted small">{when(date)}</span>}
              </Cell>
            )}
            whenEmpty="행사 날짜를 하루씩 또는 기간으로 추가해주세요."
          />
        )}
      </LoadState>
    </Panel>
  )
}
