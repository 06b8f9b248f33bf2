import { useEffect, useState } from 'react'
import { listArrivals, type Arrival } from '../../../contract/admin/arrivals.ts'
import { RESERVATIONS_TOPIC } from '../../../contract/admin/changes.ts'
import { hasWords, searchWords } from '../../../domain/search-key.ts'
import { koreanDate, madridDate } from '../../../domain/madrid-time.ts'
import { useChanges } from '../../api/reads/use-changes.ts'
import { POLL_MS, refresh, useRead } from '../../api/reads/use-read.ts'
import { ApiError } from '../../api/client.ts'
import { useNow } from '../../browser/clock.ts'
import { EmptyState, StaleNote } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import { Loading, LoadState } from '../components/load-state.tsx'
import { useReads } from '../components/use-reads.ts'
import { ArrivalList, type Groups } from './arrival-list.tsx'
import { FindBar } from './find-bar.tsx'
import { FoundCard } from './found-card.tsx'
import { groupsOf } from './groups.ts'
import { MarkStrip } from './mark-strip.tsx'
import { resumeMarks, useMarks, withMarks } from './marks.ts'
import { useFound } from './use-found.ts'
import './arrivals.css'

export default function ArrivalsScreen() {
  const list = useRead(listArrivals, { query: {} }, { poll: POLL_MS })
  const isOff = list.error instanceof ApiError && list.error.code === 'arrivals_off'
  const reads = useReads({ list }, '도착 목록을 불러오는데 실패했습니다.', { isBanner: true })
  useChanges(RESERVATIONS_TOPIC, () => void refresh(listArrivals), { atOnce: true })
  useEffect(resumeMarks, [])
  return (
    <Page title="도착 확인 · 관리자 센터" width="broad">
      <div className="arrivals stack">
        <h1>도착 확인</h1>
        {isOff ? (
          <EmptyState title="도착 확인이 꺼져 있습니다.">설정의 행사 탭에서 켤 수 있습니다.</EmptyState>
        ) : (
          <LoadState reads={reads} skeleton={<DeskSkeleton />}>
            {({ list: { date, arrivals } }) =>
              date === null ? (
                <EmptyState title="등록된 날짜가 없습니다.">
                  일정 관리에서 행사 날짜를 추가하면 이곳에 방문자 목록이 나타납니다.
                </EmptyState>
              ) : (
                <Desk date={date} arrivals={arrivals} staleSince={reads.failure ? null : reads.staleSince} />
              )
            }
          </LoadState>
        )}
      </div>
    </Page>
  )
}

const DeskSkeleton = () => (
  <Loading>
    <Skeletons count={1} shape="control" />
    <Skeletons count={5} shape="card" />
  </Loading>
)

type DeskProps = { date: string; arrivals: readonly Arrival[]; staleSince: string | null }

function Desk({ date, arrivals, staleSince }: DeskProps) {
  const now = useNow(10_000)
  const marks = useMarks()
  const shown = withMarks(arrivals, marks)
  const { found, find, clear } = useFound(shown)
  const [words, setWords] = useState('')
  const [isWholeDay, setWholeDay] = useState(false)
  const searched = searchWords(words)
  const search = (next: string) => {
    setWords(next)
    // A search replaces the visitor found by code.
    if (next !== '') clear()
  }
  const groups: Groups =
    searched.length > 0
      ? [{ name: '검색 결과', arrivals: shown.filter((each) => hasWords(textsOf(each), searched)) }]
      : groupsOf(shown, isWholeDay, now)
  return (
    <>
      {date !== madridDate(now) && (
        <p className="arrivals__day" role="status">
          오늘은 행사일이 아닙니다. {koreanDate(date)} 예약을 보고 있습니다.
        </p>
      )}
      <FindBar words={words} onWords={search} onFind={(text) => void find(text)} />
      {found && <FoundCard found={found} now={now} onClose={clear} />}
      <MarkStrip marks={marks} />
      <StaleNote since={staleSince} />
      <ArrivalList
        groups={groups}
        counts={countsOf(shown)}
        isSearch={searched.length > 0}
        isWholeDay={isWholeDay}
        now={now}
        onWholeDay={setWholeDay}
      />
    </>
  )
}

const textsOf = ({ name, company, phone, title, user }: Arrival) =>
  [name, company, phone, title, user.name, user.company_name].filter((text) => text !== null)

const countsOf = (arrivals: readonly Arrival[]) => ({
  all: arrivals.length,
  arrived: arrivals.filter(({ arrived_at }) => arrived_at !== null).length,
})
