import { useState } from 'react'
import { listEventDates, type EventDate } from '../../../contract/event-date.ts'
import { dateToShow } from '../../../domain/event-date.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { usePart } from '../../browser/use-part.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { ReadError, RetryNote, StaleNote, Page } from '../../ui/page.tsx'
import { useChoice } from './choice.ts'
import { NO_TIMES } from '../components/kept-choice.ts'
import { DateChips } from './date-chips.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { DaySchedule } from './day-schedule.tsx'
import './dashboard.css'

const load = () => import('./above-dates.tsx')

export default function DashboardScreen() {
  const dates = usePolled(listEventDates, {})
  const [isTopKnown, setTopKnown] = useState(false)
  const top = usePart(load, { afterMs: 0, onFailure: () => setTopKnown(true) })
  return (
    <Page title="예약하기 · 투어·미팅룸 예약" width="broad">
      <h1 className="visually-hidden">예약하기</h1>
      {top && <top.Today onKnown={setTopKnown} />}
      {dates.data && isTopKnown ? (
        <Dates dates={dates.data} staleSince={dates.staleSince} top={top} />
      ) : dates.isError ? (
        <ReadError title="행사 일정을 불러오는데 실패했습니다." read={dates} />
      ) : (
        <>
          <RetryNote shown={dates.isRetrying} />
          <DashboardSkeleton />
        </>
      )}
    </Page>
  )
}

type Props = {
  dates: readonly EventDate[]
  staleSince: string | null
  top: Awaited<ReturnType<typeof load>> | undefined
}

function Dates({ dates, staleSince, top }: Props) {
  const [choice, change] = useChoice()
  const now = useNow(60_000)
  const days = dates.map(({ date }) => date)
  const shown = dateToShow(days, madridDate(now), choice.date)
  const day = dates.find(({ date }) => date === shown)
  return (
    <>
      {top && <top.Notes {...choice} shown={shown} change={change} />}
      {day ? (
        <DaySchedule
          day={day}
          choice={choice}
          change={change}
          now={now}
          chips={
            <DateChips
              dates={dates}
              selected={day.date}
              now={now}
              onSelect={(date) => change({ date, ...NO_TIMES })}
            />
          }
          datesStaleSince={staleSince}
        />
      ) : (
        <StaleNote since={staleSince} />
      )}
    </>
  )
}
