import { useSearchParams } from 'wouter'
import { getDaySheet } from '../../../contract/day-sheet.ts'
import { listDocentsAsAdmin } from '../../../contract/admin/docents.ts'
import type { Docent } from '../../../contract/docent.ts'
import { listEventDatesAsAdmin } from '../../../contract/admin/event-dates.ts'
import { listRoomsAsAdmin } from '../../../contract/admin/rooms.ts'
import type { Room } from '../../../contract/room.ts'
import { madridDate } from '../../../domain/madrid-time.ts'
import { ListGap, useList } from '../components/use-polled-read.tsx'
import { LoadFailure, usePolledRead } from '../components/polled-read.tsx'
import { ReservationViews } from '../components/reservation-tabs.tsx'
import { DaySheetPage } from '../../components/day-sheet.tsx'
import { useNow } from '../../browser/clock.ts'
import { POLL_MS } from '../../api/reads/use-read.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import './day-sheet-screen.css'
import { LinksSection } from './links-section.tsx'
import { SheetBar } from './sheet-bar.tsx'
import { choiceOf, queryOf, type PlaceChoice } from './sheet-choice.ts'

const FAILED = '데이터를 불러오는데 실패했습니다.'

export default function DaySheetScreen() {
  const dates = useList(listEventDatesAsAdmin, {}, FAILED)
  const docents = useList(listDocentsAsAdmin, {}, FAILED)
  const rooms = useList(listRoomsAsAdmin, {}, FAILED)
  const missing = [dates, docents, rooms].find(({ data }) => data === undefined)
  return (
    <Page title="데이 시트 · 관리자 센터" width="full">
      <div className="stack">
        <div className="day-sheets__head screen-only">
          <h1>데이 시트</h1>
          <ReservationViews />
        </div>
        {dates.data && docents.data && rooms.data ? (
          <Loaded dates={dates.data.map(({ date }) => date)} docents={docents.data} rooms={rooms.data} />
        ) : (
          missing && <ListGap list={missing} />
        )}
      </div>
    </Page>
  )
}

type LoadedProps = { dates: string[]; docents: Docent[]; rooms: Room[] }

function Loaded({ dates, docents, rooms }: LoadedProps) {
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
      <SheetBar
        {...{ dates, docents, rooms, date, place }}
        onChoose={(choice) => setParams({ date, place, ...choice }, { replace: true })}
      />
      <Sheets date={date} place={place} />
      <LinksSection {...{ dates, docents, rooms, date, place }} />
    </>
  )
}

function Sheets({ date, place }: { date: string; place: PlaceChoice }) {
  const now = useNow(60_000)
  const { data, isOther, failure } = usePolledRead(
    getDaySheet,
    { query: { date, ...queryOf(place) } },
    POLL_MS,
  )
  return (
    <div className="day-sheets" aria-busy={isOther || undefined}>
      <LoadFailure title={FAILED} failure={failure} />
      {data
        ? data.sheets.map((sheet) => (
            <DaySheetPage
              key={sheet.type === 'VIP_TOUR' ? `docent ${sheet.docent.id}` : `room ${sheet.room.id}`}
              eventName={data.event_name}
              sheet={sheet}
              now={now}
            />
          ))
        : !failure && (
            <div className="stack" data-gap="8" aria-busy="true">
              <p className="visually-hidden">불러오는 중</p>
              <Skeletons count={8} shape="cell" />
            </div>
          )}
    </div>
  )
}
