import { useSearchParams } from 'wouter'
import { listDaySheetLinks } from '../../../contract/admin/day-sheet-links.ts'
import { getDaySheet } from '../../../contract/day-sheet.ts'
import { listDocentsAsAdmin, listRoomsAsAdmin } from '../../../contract/admin/place-lists.ts'
import type { Docent, Room } from '../../../contract/place.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { Loading, LoadState, useReads } from '../components/load-state.tsx'
import { ReservationViews } from '../components/reservation-tabs.tsx'
import { useMay } from '../components/use-may.ts'
import { GoneDate } from '../../components/gone-date.tsx'
import { DaySheetPage } from '../../components/day-sheet/day-sheet.tsx'
import { useNow } from '../../browser/clock.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/controls.tsx'
import { EmptyState, Skeletons, Page } from '../../ui/page.tsx'
import './day-sheet-screen.css'
import { FeedsSection } from './feeds-section.tsx'
import { LinksSection } from './links-section.tsx'
import { SheetBar } from './sheet-bar.tsx'
import { choiceOf, queryOf, type PlaceChoice } from './sheet-choice.ts'

const FAILED = '데이터를 불러오는데 실패했습니다.'

export default function DaySheetScreen() {
  const dates = usePolled(listEventDatesAsAdmin, {})
  const docents = usePolled(listDocentsAsAdmin, {})
  const rooms = usePolled(listRoomsAsAdmin, {})
  const reads = useReads({ dates, docents, rooms }, FAILED)
  return (
    <Page title="데이 시트 · 관리자 센터" width="full">
      <div className="stack">
        <div className="toolbar screen-only">
          <h1>데이 시트</h1>
          <ReservationViews />
          <Button kind="primary" onClick={() => print()}>
            인쇄
          </Button>
        </div>
        <LoadState reads={reads}>{(shown) => <Loaded {...shown} />}</LoadState>
      </div>
    </Page>
  )
}

type LoadedProps = { dates: EventDate[]; docents: Docent[]; rooms: Room[] }

function Loaded({ dates: event_dates, docents, rooms }: LoadedProps) {
  const may = useMay()
  const dates = event_dates.map(({ date }) => date)
  const [params, setParams] = useSearchParams()
  const today = madridDate(useNow(60_000))
  const asked = { date: params.get('date'), place: params.get('place') }
  const { date, place } = choiceOf(asked, { dates, docents, rooms }, today)
  if (date === undefined || docents.length + rooms.length === 0)
    return (
      <EmptyState
        title={date === undefined ? '등록된 날짜가 없습니다.' : '등록된 도슨트와 미팅룸이 없습니다.'}
      >
        일정 관리에서 행사 날짜, 도슨트, 미팅룸을 추가하면 이곳에서 데이 시트를 인쇄하고 공유할 수 있습니다.
      </EmptyState>
    )
  return (
    <>
      <GoneDate wanted={asked.date} date={date} />
      <SheetBar
        {...{ dates, docents, rooms, date, place }}
        onChoose={(choice) => setParams({ date, place, ...choice }, { replace: true })}
      />
      <Sheets date={date} place={place} />
      {may(listDaySheetLinks) && <LinksSection {...{ dates, docents, rooms, date, place }} />}
      {may(listDaySheetLinks) && <FeedsSection {...{ docents, rooms, place }} />}
    </>
  )
}

function Sheets({ date, place }: { date: string; place: PlaceChoice }) {
  const now = useNow(60_000)
  const input = { query: { date, ...queryOf(place) } }
  const day = usePolled(getDaySheet, input, { keepPrevious: true })
  const reads = useReads({ day }, FAILED, { isBanner: true })
  return (
    <div className="stack day-sheets" aria-busy={reads.isBusy || undefined}>
      <LoadState reads={reads} skeleton={<SheetsSkeleton />}>
        {({ day: { event_name, sheets } }) =>
          sheets.map((sheet) => (
            <DaySheetPage
              key={sheet.type === 'VIP_TOUR' ? `docent ${sheet.docent.id}` : `room ${sheet.room.id}`}
              eventName={event_name}
              sheet={sheet}
              now={now}
              staleSince={reads.staleSince}
            />
          ))
        }
      </LoadState>
    </div>
  )
}

const SheetsSkeleton = () => (
  <Loading gap={8}>
    <Skeletons count={8} shape="cell" />
  </Loading>
)
