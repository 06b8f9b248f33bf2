import { useMemo } from 'react'
import { STATUS_TEXT } from '../../../contract/reservation.ts'
import { madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { StaleNote, Skeleton, Skeletons, Page } from '../../ui/page.tsx'
import { WithChecklist } from './checklist/with-checklist.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { groupsOf, type QueuePage } from './queue.ts'
import { useQueueReads, type QueueReads } from './use-queue-reads.ts'
import { useDeciding } from '../reservation-dialog/decide.ts'
import { useReservationChanges } from '../reservation-dialog/refresh-soon.ts'
import { OpenedReservation } from '../reservation-dialog/late-dialog.tsx'
import { useOpenedReservation } from '../reservation-dialog/use-opened-reservation.ts'
import { Counted } from '../components/counted.tsx'
import { Loading, LoadState, useReads } from '../components/load-state.tsx'
import { UpdateLine } from '../components/update-line.tsx'
import type { DashboardStats } from '../../../contract/admin/dashboard.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { LATER, lazy } from '../../shell/lazy.tsx'
import './dashboard.css'
import './stat-strip.css'

const DayReports = lazy(() => import('./day-reports.tsx'), LATER)

export default function AdminDashboardScreen() {
  const now = useNow(60_000)
  const queue = useQueueReads(now)
  const reads = useReads({ queue: queue.page }, '데이터를 불러오는데 실패했습니다.')
  const { doing } = useDeciding()
  useReservationChanges()
  const waiting = Math.max(0, (queue.page.data?.coming ?? 0) - doing.size)
  return (
    // The count shows in a background tab.
    <Page title={`${waiting > 0 ? `(${waiting}) ` : ''}대시보드 · 관리자 센터`} width="full">
      <div className="stack" data-gap="12">
        <DayReports />
        <div className="dashboard__head toolbar" data-spread>
          <h1>대시보드</h1>
          {reads.data && <UpdateLine updatedAt={queue.page.dataUpdatedAt} reads={reads} />}
        </div>
        <StaleNote since={reads.staleSince} />
        <LoadState reads={reads} skeleton={<DashboardSkeleton />}>
          {(shown) => <Loaded shown={shown.queue} reads={queue} now={now} />}
        </LoadState>
      </div>
    </Page>
  )
}

type LoadedProps = { shown: QueuePage; reads: QueueReads; now: Instant }

function Loaded({ shown, reads, now }: LoadedProps) {
  const lists = useMemo(() => listsOf(shown), [shown])
  const { opened, open, close } = useOpenedReservation(lists)
  return (
    <>
      <WithChecklist event={shown}>
        <StatStrip stats={shown.stats} now={now} />
        <QueuePanel reads={reads} page={shown} now={now} onOpen={open} />
      </WithChecklist>
      <OpenedReservation {...{ opened, close }} places={shown} />
    </>
  )
}

const listsOf = ({ results }: QueuePage) => groupsOf(results, true)[0] ?? { tours: [], meetings: [] }

const DashboardSkeleton = () => (
  <Loading>
    <div className="dashboard__skeleton-stats">
      <Skeletons count={4} shape="cell" />
    </div>
    <Skeleton shape="title" short />
    <Skeleton shape="control" />
    <div className="dashboard__skeleton-rows">
      <Skeletons count={8} shape="cell" />
    </div>
  </Loading>
)

const STATS = [
  ['PENDING', 'waiting', 'pending'],
  ['CANCEL_REQUESTED', 'cancel-requested', 'cancel_requested'],
  ['visits', 'approved', 'today'],
  ['COMPLETED', 'ended', 'completed'],
] as const

const StatStrip = ({ stats, now }: { stats: DashboardStats; now: Instant }) => (
  <ul className="stat-strip" aria-label="예약 현황">
    {STATS.map(([status, tone, name]) => {
      const isToday = status === 'visits'
      const of = isToday ? '오늘 방문' : STATUS_TEXT[status]
      const wanted = { of, status, date: isToday ? madridDate(now) : undefined }
      return (
        <li key={status} className="row stat-strip__stat" data-wrap>
          <Badge tone={tone}>{of}</Badge>
          <span className="stat-strip__figures">
            <Counted {...wanted} type="tour" text="투어" count={stats[`${name}_tours`]} />
            <Counted {...wanted} type="meeting" text="미팅" count={stats[`${name}_meetings`]} />
          </span>
        </li>
      )
    })}
  </ul>
)
