import { useMemo } from 'react'
import type { Instant } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { StaleNote } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import './dashboard.css'
import { WithChecklist } from './checklist/with-checklist.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { groupsOf, type QueuePage } from './queue.ts'
import { useQueueReads, type QueueReads } from './use-queue-reads.ts'
import { useDeciding } from '../reservation-dialog/deciding.ts'
import { useReservationChanges } from '../reservation-dialog/refresh-soon.ts'
import { ReservationDialog } from '../reservation-dialog/late-dialog.ts'
import { useOpenedReservation } from '../reservation-dialog/use-opened-reservation.ts'
import { StatStrip } from './stat-strip.tsx'
import { LoadState } from '../components/load-state.tsx'
import { UpdateLine } from '../components/update-line.tsx'
import { useReads } from '../components/use-reads.ts'

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
        <div className="dashboard__head">
          <h1>대시보드</h1>
          {reads.data && (
            <UpdateLine
              updatedAt={queue.page.dataUpdatedAt}
              onRefresh={reads.reload}
              refreshing={reads.isReloading}
            />
          )}
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
