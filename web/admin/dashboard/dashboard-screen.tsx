import { useMemo } from 'react'
import type { Instant } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { StaleNote } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton, Skeletons } from '../../ui/skeleton.tsx'
import { WithChecklist } from './checklist/with-checklist.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { groupsOf, type QueuePage } from './queue.ts'
import { useQueueReads, type QueueReads } from './use-queue-reads.ts'
import { useDeciding } from '../reservation-dialog/decide.ts'
import { useReservationChanges } from '../reservation-dialog/refresh-soon.ts'
import { ReservationDialog } from '../reservation-dialog/late-dialog.ts'
import { useOpenedReservation } from '../reservation-dialog/use-opened-reservation.ts'
import { Loading, LoadState } from '../components/load-state.tsx'
import { UpdateLine } from '../components/update-line.tsx'
import { useReads } from '../components/use-reads.ts'
import type { DashboardStats } from '../../../contract/admin/dashboard.ts'
import { Badge, type BadgeTone } from '../../ui/list/badge.tsx'
import { figures } from '../../ui/figures.ts'
import './dashboard.css'
import './stat-strip.css'

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
        <StatStrip stats={shown.stats} />
        <QueuePanel reads={reads} page={shown} now={now} onOpen={open} />
      </WithChecklist>
      {opened && (
        <ReservationDialog
          key={opened.id}
          reservation={opened}
          places={shown}
          onClose={() => close(opened)}
        />
      )}
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

const StatStrip = ({ stats }: { stats: DashboardStats }) => (
  <ul className="stat-strip" aria-label="예약 현황">
    <Stat tone="waiting" name="대기 중" tours={stats.pending_tours} meetings={stats.pending_meetings} />
    <Stat
      tone="cancel-requested"
      name="취소 요청"
      tours={stats.cancel_requested_tours}
      meetings={stats.cancel_requested_meetings}
    />
    <Stat tone="approved" name="오늘" tours={stats.today_tours} meetings={stats.today_meetings} />
    <Stat tone="ended" name="종료" tours={stats.completed_tours} meetings={stats.completed_meetings} />
  </ul>
)

type StatProps = { tone: BadgeTone; name: string; tours: number; meetings: number }

const Stat = ({ tone, name, tours, meetings }: StatProps) => (
  <li className="stat-strip__stat">
    <Badge tone={tone}>{name}</Badge>
    <dl className="stat-strip__figures">
      <Figure of="투어" count={tours} />
      <Figure of="미팅" count={meetings} />
    </dl>
  </li>
)

const Figure = ({ of, count }: { of: string; count: number }) => (
  <div>
    <dt className="muted small">{of}</dt>
    <dd {...figures('stat-strip__count')}>{count.toLocaleString('ko')}</dd>
  </div>
)
