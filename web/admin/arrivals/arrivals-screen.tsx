import { useEffect, useState } from 'react'
import { listArrivals, type Arrival } from '../../../contract/admin/arrivals.ts'
import { RESERVATIONS_TOPIC } from '../../../contract/admin/changes.ts'
import type { ResponseOf } from '../../../contract/endpoint.ts'
import { codeIn, isOfTheHour, presenceOf, type Presence, expectedOf } from '../../../domain/arrival.ts'
import { hasWords, searchWords } from '../../../domain/search-key.ts'
import { koreanDate, madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { refresh, useChanges, usePolled } from '../../api/reads/use-read.ts'
import { ApiError } from '../../api/client.ts'
import { useNow } from '../../browser/clock.ts'
import { lazy } from '../../shell/lazy.tsx'
import { EmptyState, StaleNote, Skeletons, Page } from '../../ui/page.tsx'
import { Loading, LoadState, useReads, type Read } from '../components/load-state.tsx'
import { withMarks } from '../components/marks/marking.ts'
import { useMarks } from '../components/marks/marks.ts'
import { ArrivalList, type Groups } from './arrival-list.tsx'
import { FindBar } from './find-bar.tsx'
import { FoundCard } from './found-card.tsx'
import { MarkStrip } from './mark-strip.tsx'
import { useFound } from './use-found.ts'
import './arrivals.css'

export default function ArrivalsScreen() {
  const list = usePolled(listArrivals, { query: {} })
  const isOff = list.error instanceof ApiError && list.error.code === 'arrivals_off'
  const reads = useReads({ list }, '도착 목록을 불러오는데 실패했습니다.', { isBanner: true })
  useChanges(RESERVATIONS_TOPIC, () => void refresh(listArrivals), { atOnce: true })
  useEffect(() => {
    // From now on this device opens the desk without a network.
    // oxlint-disable-next-line require-post-message-target-origin -- A worker has no origin to name.
    void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('desk'))
  }, [])
  return (
    <Page title="도착 확인 · 관리자 센터" width="full">
      {isOff ? (
        <div className="stack">
          <h1>도착 확인</h1>
          <EmptyState title="도착 확인이 꺼져 있습니다.">설정의 행사 탭에서 켤 수 있습니다.</EmptyState>
        </div>
      ) : (
        <Desk reads={reads} />
      )}
    </Page>
  )
}

const CountDialog = lazy(() => import('./count-dialog.tsx'))

const NO_ARRIVALS: readonly Arrival[] = []

type DeskProps = {
  reads: ReturnType<typeof useReads<{ list: Read<ResponseOf<typeof listArrivals> | undefined> }>>
}

/** Codes are taken before the list is there, as without a network. */
function Desk({ reads }: DeskProps) {
  const now = useNow(10_000)
  const marks = useMarks()
  const shown = withMarks(reads.data?.list.arrivals ?? NO_ARRIVALS, marks)
  const { found, find, clear } = useFound(shown)
  const [words, setWords] = useState('')
  const [isWholeDay, setWholeDay] = useState(false)
  const [counting, setCounting] = useState<Arrival | null>(null)
  const searched = searchWords(words)
  const matching = shown.filter((each) => searched.length > 0 && hasWords(textsOf(each), searched))
  const code = codeIn(words)
  // Six letters may also be a name. On the list, codes come before names.
  const isCode = matching.length === 0 || shown.some(({ arrival_code }) => arrival_code === code)
  const search = (next: string) => {
    setWords(next)
    // A search replaces the visitor found by code.
    if (next !== '') clear()
  }
  const groups: Groups =
    searched.length > 0 ? [{ name: '검색 결과', arrivals: matching }] : groupsOf(shown, isWholeDay, now)
  return (
    <div className="stack" data-gap="8">
      <div className="toolbar">
        <h1>도착 확인</h1>
        <FindBar words={words} code={isCode ? code : null} onWords={search} onFind={find} />
      </div>
      {found && <FoundCard found={found} now={now} onCount={setCounting} onClose={clear} />}
      <MarkStrip marks={marks} />
      <LoadState
        reads={reads}
        skeleton={
          <Loading>
            <Skeletons count={6} shape="card" />
          </Loading>
        }
      >
        {({ list: { date } }) =>
          date === null ? (
            <EmptyState title="등록된 날짜가 없습니다.">
              일정 관리에서 행사 날짜를 추가하면 이곳에 방문자 목록이 나타납니다.
            </EmptyState>
          ) : (
            <>
              {date !== madridDate(now) && (
                <p className="note" role="status">
                  오늘은 행사일이 아닙니다. <span translate="no">{koreanDate(date)}</span> 예약을 보고
                  있습니다.
                </p>
              )}
              <StaleNote since={reads.failure ? null : reads.staleSince} />
              <ArrivalList
                groups={groups}
                counts={countsOf(shown)}
                isSearch={searched.length > 0}
                isWholeDay={isWholeDay}
                now={now}
                onWholeDay={setWholeDay}
                onCount={setCounting}
              />
            </>
          )
        }
      </LoadState>
      {counting && (
        <CountDialog
          arrival={shown.find(({ id }) => id === counting.id) ?? counting}
          onClose={() => setCounting(null)}
        />
      )}
    </div>
  )
}

const textsOf = ({ name, company, phone, title, user }: Arrival) =>
  [name, company, phone, title, user?.name, user?.company_name].filter((text) => text != null)

const countsOf = (arrivals: readonly Arrival[]) => ({
  all: arrivals.length,
  arrived: arrivals.filter(({ arrived_at }) => arrived_at !== null).length,
})

const NAMES: readonly (readonly [Presence, string])[] = [
  ['late', '늦는 중'],
  ['cancelling', '취소 요청'],
  ['expected', '예정'],
  ['arrived', '도착'],
  ['missed', '도착 없이 종료'],
]

function groupsOf(arrivals: readonly Arrival[], isWholeDay: boolean, now: Instant) {
  const listed = arrivals.filter((each) => isWholeDay || isOfTheHour(expectedOf(each), now))
  return NAMES.map(([presence, name]) => ({
    name,
    arrivals: listed.filter((each) => presenceOf(expectedOf(each), now) === presence),
  }))
}
