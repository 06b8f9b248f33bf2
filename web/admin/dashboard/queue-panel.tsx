import { useState } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import { madridDate, shortKoreanDate } from '../../../domain/madrid-time.ts'
import { useNow } from '../../now.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { QueueDayCard } from './queue-day.tsx'
import { countOf, type QueueDay } from './queue.ts'
import './queue.css'

type Props = { days: readonly QueueDay[]; onOpen: (reservation: Reservation) => void }

const NOTHING = '대기 중인 예약이 없습니다.'

/** What waits for a decision, by date. */
export function QueuePanel(props: Props) {
  if (props.days.length > 0) return <QueueTabs {...props} />
  return <EmptyState title={NOTHING}>새 예약 신청과 취소 요청은 이곳에 자동으로 나타납니다.</EmptyState>
}

const ALL = 'all'

function QueueTabs({ days, onOpen }: Props) {
  const [selected, select] = useState(ALL)
  const now = useNow(60_000)
  const shown = selected === ALL ? days : days.filter(({ date }) => date === selected)
  return (
    <div className="queue">
      <Tabs label="날짜" tabs={tabsOf(days, selected)} selected={selected} onSelect={select}>
        <div className="queue__days">
          {shown.map((day) => (
            <QueueDayCard
              key={day.date}
              day={day}
              isToday={day.date === madridDate(now)}
              now={now}
              onOpen={onOpen}
            />
          ))}
          {shown.length === 0 && (
            <EmptyState title={NOTHING}>
              <Button onClick={() => select(ALL)}>전체 날짜 보기</Button>
            </EmptyState>
          )}
        </div>
      </Tabs>
    </div>
  )
}

/** A tab for all, one for each date with something to decide; the chosen one stays also when its last is decided. */
function tabsOf(days: readonly QueueDay[], selected: string) {
  const dates = new Set(days.map(({ date }) => date))
  if (selected !== ALL) dates.add(selected)
  const count = (date: string) => countOf(days.filter((day) => day.date === date))
  return [
    { id: ALL, label: <TabLabel text="전체" count={countOf(days)} /> },
    ...[...dates]
      .sort()
      .map((date) => ({ id: date, label: <TabLabel text={shortKoreanDate(date)} count={count(date)} /> })),
  ]
}

const TabLabel = ({ text, count }: { text: string; count: number }) => (
  <span className="numerals">
    {text} <span className="queue__count">{count}</span>
    <span className="visually-hidden">건</span>
  </span>
)
