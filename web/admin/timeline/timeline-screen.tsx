import { startTransition, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { getMember } from '../../../contract/admin/members.ts'
import { moveReservation } from '../../../contract/admin/moves.ts'
import type { ReservationLists } from '../../../contract/reservation.ts'
import { OpenedReservation } from '../reservation-dialog/late-dialog.tsx'
import { useOpenedReservation } from '../reservation-dialog/use-opened-reservation.ts'
import type { MoveGoal } from '../reservation-dialog/move/move-dialog.tsx'
import { MoveDialog } from '../reservation-dialog/late-tasks.ts'
import { useReservationChanges } from '../reservation-dialog/refresh-soon.ts'
import { TodaysChange } from '../rearrange/todays-change.tsx'
import { ReservationViews } from '../components/reservation-tabs.tsx'
import { memberAddress } from '../components/member-address.ts'
import { LoadFailure } from '../components/load-state.tsx'
import { UpdateLine } from '../components/update-line.tsx'
import { useMay } from '../components/use-may.ts'
import type { Place } from '../components/place.ts'
import { PATHS } from '../../paths.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { lazy } from '../../shell/lazy.tsx'
import { EmptyState, StaleNote, Skeletons, Page } from '../../ui/page.tsx'
import { typeOf, type TypeFilter } from '../components/type-filter.ts'
import { useQueryParams } from '../components/use-query-params.ts'
import { DateRow, ViewSwitch } from './timeline-bar.tsx'
import { TimelineGrid } from './timeline-grid.tsx'
import type { MoveHandler } from './timeline-move.tsx'
import { countHidden, rowsIn, rowsOf } from './timeline-rows.ts'
import './timeline.css'
import { useTimeline, type Timeline } from './use-timeline.ts'
import { TodayCounts } from '../components/today-counts.tsx'
import { GoneDate } from '../../components/gone-date.tsx'
import { figures } from '../../ui/figures.ts'

const WalkIn = lazy(() => import('../walk-in/walk-in-dialog.tsx'))

export default function TimelineScreen() {
  const { values, change } = useQueryParams()
  const [wanted, view] = [values.get('date'), typeOf(values.get('view'))]
  // The press shows at once; a full day follows.
  const shownDate = useDeferredValue(wanted)
  const timeline = useTimeline(shownDate)
  const shownView = useDeferredValue(view)
  const { dates, stats, reads } = timeline
  useReservationChanges()
  return (
    <Page title="타임라인 · 관리자 센터" width="full">
      <div className="stack" data-gap="12">
        <div className="toolbar">
          <h1>예약 타임라인</h1>
          <ReservationViews />
          <div className="row">
            <TodaysChange />
            <UpdateLine updatedAt={timeline.updatedAt} reads={reads} />
          </div>
        </div>
        <StaleNote since={reads.staleSince} />
        {dates && dates.length > 0 && (
          <div className="toolbar">
            <DateRow dates={dates} wanted={wanted} onSelect={(date) => change({ date }, { replace: true })} />
            <ViewSwitch view={view} onSelect={(view) => change({ view }, { replace: true })} />
            <div className="timeline-bar__counts">
              <TodayCounts stats={stats} />
            </div>
          </div>
        )}
        <GoneDate wanted={shownDate} date={timeline.date} />
        {reads.failure ? <LoadFailure {...reads} /> : <Content timeline={timeline} view={shownView} />}
      </div>
    </Page>
  )
}

function Content({ timeline, view }: { timeline: Timeline; view: TypeFilter }) {
  const { dates, date, docents, rooms } = timeline
  if (dates?.length === 0)
    return (
      <EmptyState title="등록된 날짜가 없습니다.">
        행사 날짜와 가용 시간을 추가하면 이곳에 타임라인이 나타납니다.
        <ToSchedule />
      </EmptyState>
    )
  if (!date || !docents || !rooms) return <TimelineSkeleton />
  return <DaySheet timeline={timeline} date={date} view={view} />
}

const NoPlaces = () => (
  <EmptyState title="등록된 도슨트와 미팅룸이 없습니다.">
    도슨트나 미팅룸을 추가하면 이곳에 타임라인이 나타납니다.
    <ToSchedule />
  </EmptyState>
)

const ToSchedule = () => (
  <Link to={PATHS.adminSchedule} className="button">
    일정 관리로 이동
  </Link>
)

const NOTHING: ReservationLists = { tours: [], meetings: [] }

function DaySheet({ timeline, date, view }: { timeline: Timeline; date: string; view: TypeFilter }) {
  const { docents = [], rooms = [], reservations = NOTHING, tourSlots, roomSlots } = timeline
  const { opened, open, close } = useOpenedReservation(reservations)
  const [walkIn, setWalkIn] = useState<{ where: Place; time: string } | null>(null)
  const book = useCallback(
    (where: Place, time: string) => startTransition(() => setWalkIn({ where, time })),
    [],
  )
  const member = useWalkInMember()
  const mayMove = useMay()(moveReservation)
  const moving = useOpenedReservation(reservations)
  const { open: openMove } = moving
  const [goal, setGoal] = useState<MoveGoal>()
  const move: MoveHandler = useCallback(
    (reservation, to) => {
      setGoal(to && { ...to, date })
      openMove(reservation)
    },
    [date, openMove],
  )
  const all = useMemo(
    () => rowsOf({ docents, rooms, reservations, tourSlots: tourSlots ?? [], roomSlots: roomSlots ?? [] }),
    [docents, rooms, reservations, tourSlots, roomSlots],
  )
  const rows = useMemo(() => rowsIn(all, view), [all, view])
  const hidden = countHidden(reservations, view)
  // Deleted places with reservations have rows too.
  if (all.length === 0) return reservations === NOTHING ? <TimelineSkeleton /> : <NoPlaces />
  return (
    <>
      {member && (
        <p className="note">
          <Link to={memberAddress(member.id)} {...figures('strong tap-text')}>
            {`${member.name} (${member.company_name})`}
          </Link>{' '}
          <span>회원을 위해 예약할 빈 시간을 선택해주세요.</span>
        </p>
      )}
      <TimelineGrid
        date={date}
        rows={rows}
        isLoading={reservations === NOTHING || !tourSlots || !roomSlots}
        onOpen={open}
        onBook={book}
        onMove={mayMove ? move : undefined}
      />
      <p {...figures('muted small timeline-bar__notes')}>
        {hidden > 0 && <span>07:00 이전이나 19:00 이후에 시작하는 예약 {hidden}건은 표시되지 않습니다.</span>}
        {timeline.missing > 0 && (
          <span>예약이 너무 많아 {timeline.missing}건은 표시되지 않습니다. 예약 관리에서 확인해주세요.</span>
        )}
        <span className="timeline-bar__keys">
          방향키로 이동하고 Ctrl과 방향키로 예약만 찾아갑니다.{' '}
          {mayMove ? 'Enter로 열고, 예약을 끌거나 M을 눌러 시간과 장소를 바꿉니다.' : 'Enter로 엽니다.'}
        </span>
      </p>
      <OpenedReservation {...{ opened, close }} places={{ docents, rooms }} />
      {moving.opened && (
        <MoveDialog
          key={moving.opened.id}
          reservation={moving.opened}
          places={{ docents, rooms }}
          goal={goal}
          onClose={() => moving.close(moving.opened!)}
        />
      )}
      {walkIn && (
        <WalkIn {...walkIn.where} {...{ date, member }} time={walkIn.time} onClose={() => setWalkIn(null)} />
      )}
    </>
  )
}

/** The member of the address, for whom the walk-in bookings are. */
function useWalkInMember() {
  const id = useSearchParams()[0].get('member') ?? ''
  return useRead(getMember, { params: { id } }, { enabled: id !== '' }).data
}

const TimelineSkeleton = () => (
  <div className="stack" data-gap="8" aria-busy="true">
    <p className="visually-hidden">불러오는 중</p>
    <Skeletons count={8} shape="cell" />
  </div>
)
