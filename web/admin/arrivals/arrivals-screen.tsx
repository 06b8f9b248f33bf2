import { useEffect, useState, type SyntheticEvent } from 'react'
import { listArrivals, type Arrival } from '../../../contract/admin/arrivals.ts'
import { RESERVATIONS_TOPIC } from '../../../contract/admin/changes.ts'
import { hasHangul } from '../../../domain/hangul-keys.ts'
import { hasWords, searchWords } from '../../../domain/search-key.ts'
import { koreanDate, madridDate, madridTime, type Instant } from '../../../domain/madrid-time.ts'
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
import { FoundCard } from './found-card.tsx'
import { forgetMark, undoMark, useMarks, withMarks, type Mark } from '../components/marks/marks.ts'
import { useFound } from './use-found.ts'
import { codeIn, spacedCode, isOfTheHour, presenceOf, type Presence } from '../../../domain/arrival.ts'
import { expectedOf } from './arrival-facts.ts'
import { Button } from '../../ui/button.tsx'
import { lazy } from '../../shell/lazy.tsx'
import { Field } from '../../ui/field.tsx'
import { figures } from '../../ui/figures.ts'
import './arrivals.css'

export default function ArrivalsScreen() {
  const list = useRead(listArrivals, { query: {} }, { poll: POLL_MS })
  const isOff = list.error instanceof ApiError && list.error.code === 'arrivals_off'
  const reads = useReads({ list }, '도착 목록을 불러오는데 실패했습니다.', { isBanner: true })
  useChanges(RESERVATIONS_TOPIC, () => void refresh(listArrivals), { atOnce: true })
  useEffect(() => {
    // From now on this device opens the desk without a network.
    // oxlint-disable-next-line require-post-message-target-origin -- A worker has no origin to name.
    void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('desk'))
  }, [])
  return (
    <Page title="도착 확인 · 관리자 센터" width="broad">
      <div className="arrivals stack">
        <h1>도착 확인</h1>
        {!list.data && <Waiting />}
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

/** Until there is a list: what was pressed before and the code that was scanned. */
function Waiting() {
  const code = codeIn(location.search)
  return (
    <>
      {code && <p role="status">{`입장 코드 ${spacedCode(code)} · 연결되면 확인합니다`}</p>}
      <MarkStrip marks={useMarks()} />
    </>
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
  const matching = shown.filter((each) => searched.length > 0 && hasWords(textsOf(each), searched))
  // Three open syllables are also six keys; a name on the list comes first.
  const code = hasHangul(words) && matching.length > 0 ? null : codeIn(words)
  const search = (next: string) => {
    setWords(next)
    // A search replaces the visitor found by code.
    if (next !== '') clear()
  }
  const groups: Groups =
    searched.length > 0 ? [{ name: '검색 결과', arrivals: matching }] : groupsOf(shown, isWholeDay, now)
  return (
    <>
      {date !== madridDate(now) && (
        <p className="arrivals__day" role="status">
          오늘은 행사일이 아닙니다. <span translate="no">{koreanDate(date)}</span> 예약을 보고 있습니다.
        </p>
      )}
      <FindBar words={words} code={code} onWords={search} onFind={(text) => void find(text)} />
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

const NAMES: readonly (readonly [Presence, string])[] = [
  ['late', '늦는 중'],
  ['expected', '예정'],
  ['arrived', '도착'],
  ['missed', '도착 없이 종료'],
]

function groupsOf(arrivals: readonly Arrival[], isWholeDay: boolean, now: Instant) {
  const listed = arrivals.filter((each) => isWholeDay || isOfTheHour(expectedOf(each), now))
  return NAMES.map(([presence, name]) => ({
    name,
    arrivals: listed.filter((each) => presenceOf(expectedOf(each), now) === presence),
  })).filter((group) => group.arrivals.length > 0)
}

const MarkStrip = ({ marks }: { marks: readonly Mark[] }) => (
  <div role="status">
    {marks.length > 0 && (
      <ul className="marks" aria-label="방금 확인한 도착">
        {[...marks].reverse().map((mark) => (
          <li key={mark.key} className="marks__row" data-state={mark.state}>
            <span className="grow">
              <span {...figures('strong')}>{mark.name}</span> <span {...figures()}>{textOf(mark)}</span>
            </span>
            {mark.state === 'done' && (
              <Button
                size="small"
                aria-label={`${mark.name} 도착 확인 되돌리기`}
                onClick={() => void undoMark(mark)}
              >
                되돌리기
              </Button>
            )}
            {mark.state === 'refused' && (
              <Button size="small" aria-label={`${mark.name} 알림 닫기`} onClick={() => forgetMark(mark.key)}>
                닫기
              </Button>
            )}
          </li>
        ))}
      </ul>
    )}
  </div>
)

function textOf({ state, at, arrived_at, text }: Mark): string {
  const time = madridTime(Date.parse(arrived_at ?? at))
  if (state === 'refused') return text!
  if (state === 'undoing') return '되돌리는 중'
  if (state === 'sending') return `${time} 도착 · 보내는 중`
  if (state === 'waiting') return `${time} 도착 · 연결되면 보냅니다`
  return `${time} 도착 확인`
}

const Scanner = lazy(() => import('./scanner.tsx'), {
  Fallback: () => <p className="muted">카메라를 준비하고 있습니다.</p>,
})

type FindProps = {
  words: string
  code: string | null
  onWords: (words: string) => void
  onFind: (text: string) => void
}

/** A name is searched while typing; a code is submitted. */
function FindBar({ words, code, onWords, onFind }: FindProps) {
  const [isScanning, setScanning] = useState(false)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (code === null) return
    onFind(code)
    onWords('')
  }
  return (
    <div className="arrivals__find stack" data-gap="12">
      <form className="arrivals__bar" role="search" onSubmit={submit}>
        <Field
          label="입장 코드 또는 이름"
          name="words"
          required={false}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={300}
          value={words}
          onChange={(event) => onWords(event.target.value)}
        />
        <Button type="submit" disabled={code === null}>
          코드 확인
        </Button>
        <Button kind="primary" aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
          {isScanning ? '카메라 끄기' : 'QR 스캔'}
        </Button>
      </form>
      {isScanning && <Scanner onRead={onFind} />}
    </div>
  )
}
