import { listEventDates, type EventDate } from '../../../contract/event-date.ts'
import { dateToShow } from '../../../domain/event-date.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { ReadError, RetryNote, StaleNote, Page } from '../../ui/page.tsx'
import { lazy, QUIETLY } from '../../shell/lazy.tsx'
import { NoDates } from '../components/no-dates.tsx'
import { useChoice } from './choice.ts'
import { NO_TIMES } from '../components/kept-choice.ts'
import { DateChips } from './date-chips.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { DaySchedule } from './day-schedule.tsx'
import './dashboard.css'

const UpcomingPopup = lazy(() => import('./upcoming-popup.tsx'), QUIETLY)

export default function DashboardScreen() {
  const dates = useRead(listEventDates, {}, { poll: POLL_MS })
  return (
    <Page title="예약하기 · 투어·미팅룸 예약" width="broad">
      <h1 className="visually-hidden">예약하기</h1>
      {dates.data ? (
        <Dates dates={dates.data} staleSince={dates.staleSince} />
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

function Dates({ dates, staleSince }: { dates: readonly EventDate[]; staleSince: string | null }) {
  const [choice, change] = useChoice()
  const now = useNow(60_000)
  const days = dates.map(({ date }) => date)
  const shown = dateToShow(days, madridDate(now), choice.date)
  const day = dates.find(({ date }) => date === shown)
  return (
    <>
      {choice.date && day && choice.date !== shown && (
        <p className="note">선택하신 날짜가 삭제되어 다른 날짜를 보여드립니다.</p>
      )}
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
        <>
          <StaleNote since={staleSince} />
          <NoDates />
        </>
      )}
      {choice.from_login && <UpcomingPopup onClose={() => change({ from_login: false })} />}
    </>
  )
}
