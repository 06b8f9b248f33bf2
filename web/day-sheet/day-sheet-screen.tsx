import { type ComponentProps } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { getSharedDaySheet, type SheetEntry } from '../../contract/day-sheet.ts'
import type { ResponseOf } from '../../contract/endpoint.ts'
import { LINK_EXPIRED_TEXT } from '../../contract/text/link-text.ts'
import { topicOf } from '../../contract/topics.ts'
import { shortKoreanDate, isDate } from '../../domain/madrid-time.ts'
import { ApiError } from '../api/client.ts'
import { DaySheetPage, placeOf } from '../components/day-sheet/day-sheet.tsx'
import { useNow } from '../browser/clock.ts'
import { useChanges, usePolled } from '../api/reads/use-read.ts'
import { lazy, QUIETLY } from '../shell/lazy.tsx'
import { Button, SelectField } from '../ui/controls.tsx'
import { EmptyState, ErrorState, StaleNote, Skeleton, Skeletons, Page } from '../ui/page.tsx'
import { paramOf } from '../paths.ts'
import './shared-day-sheet.css'

// Loaded only if the link may mark arrivals.
const ArrivalPress = lazy(() => import('./arrival-press.tsx'))
const Report = lazy(() => import('./report.tsx'), QUIETLY)

export default function SharedDaySheetScreen() {
  const token = paramOf(useLocation()[0])
  const [params, setParams] = useSearchParams()
  const asked = params.get('date') ?? ''
  const { data, error, staleSince, isFetching, refetch } = usePolled(
    getSharedDaySheet,
    { params: { token }, query: { date: isDate(asked) ? asked : undefined } },
    { keepPrevious: true, isSecret: true },
  )
  const topic = data?.sheet ? topicOf('sheet', `${token}.${data.sheet.date}`) : null
  useChanges(topic, () => void refetch(), { atOnce: true })
  const choose = (date: string) => setParams(date === '' ? {} : { date }, { replace: true })
  // An ended link hides what it showed.
  const isRefused = error instanceof ApiError && error.status === 404
  const name = data?.sheet && !isRefused ? placeOf(data.sheet).name : '데이 시트'
  return (
    <Page title={`${name} · Fairslot`} width="wide">
      <div className="stack">
        {isRefused ? (
          <Refused error={error} onToday={() => choose('')} />
        ) : data ? (
          <Sheet
            answer={data}
            token={token}
            asked={asked}
            staleSince={staleSince}
            onDate={choose}
            onChange={() => void refetch()}
          />
        ) : error ? (
          <>
            <h1>데이 시트</h1>
            <ErrorState
              title="데이 시트를 불러오는데 실패했습니다."
              retrying={isFetching}
              onRetry={() => void refetch()}
            >
              네트워크를 확인해주세요.
            </ErrorState>
          </>
        ) : (
          <SheetSkeleton />
        )}
      </div>
    </Page>
  )
}

const pressOf = (entry: SheetEntry, of: Omit<ComponentProps<typeof ArrivalPress>, 'entry'>) => (
  <ArrivalPress {...of} entry={entry} />
)

const Refused = ({ error, onToday }: { error: ApiError; onToday: () => void }) => (
  <>
    <h1>데이 시트</h1>
    {error.code === 'link_expired' ? (
      <EmptyState title={LINK_EXPIRED_TEXT}>관리자에게 새 링크를 요청해주세요.</EmptyState>
    ) : (
      <EmptyState title="이 링크로 볼 수 없는 날짜입니다.">
        <Button onClick={onToday}>볼 수 있는 날짜 보기</Button>
      </EmptyState>
    )}
  </>
)

type SheetProps = {
  token: string
  answer: ResponseOf<typeof getSharedDaySheet>
  /** From the address; the answer may still show another date. */
  asked: string
  staleSince: string | null
  onDate: (date: string) => void
  onChange: () => void
}

function Sheet({ answer, token, asked, staleSince, onDate, onChange }: SheetProps) {
  const { event_name, dates, sheet, may_mark_arrivals } = answer
  const now = useNow(60_000)
  if (!sheet)
    return (
      <>
        <h1>데이 시트</h1>
        <EmptyState title="등록된 날짜가 없습니다.">
          행사 날짜가 정해지면 이 주소에서 일정을 볼 수 있습니다.
        </EmptyState>
      </>
    )
  return (
    <>
      <div className="stack screen-only">
        <div className="shared-day-sheet__bar">
          <h1>데이 시트</h1>
          {dates.length > 1 && (
            <SelectField
              label="날짜"
              name="date"
              value={dates.includes(asked) ? asked : sheet.date}
              onChange={(event) => onDate(event.target.value)}
            >
              {dates.map((date) => (
                <option key={date} value={date} translate="no">
                  {shortKoreanDate(date)}
                </option>
              ))}
            </SelectField>
          )}
          <Button size="small" onClick={() => print()}>
            인쇄
          </Button>
          <Report key={sheet.date} {...{ token, answer }} date={sheet.date} onReported={onChange} />
        </div>
        <StaleNote since={staleSince} />
      </div>
      <DaySheetPage
        eventName={event_name}
        sheet={sheet}
        now={now}
        staleSince={staleSince}
        arrivalOf={
          may_mark_arrivals
            ? (entry) => pressOf(entry, { token, onMarked: onChange, kind: sheet.type })
            : undefined
        }
      />
    </>
  )
}

const SheetSkeleton = () => (
  <div className="stack" aria-busy="true">
    <h1>데이 시트</h1>
    <p className="visually-hidden">불러오는 중</p>
    <Skeleton shape="title" short />
    <Skeletons count={6} shape="cell" />
  </div>
)
