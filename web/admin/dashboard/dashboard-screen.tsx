import { startTransition, useCallback, useMemo, useState } from 'react'
import { getDashboard, type Dashboard } from '../../../contract/admin/dashboard.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { StaleNote } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import './dashboard.css'
import { WithChecklist } from './checklist/with-checklist.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { countOf, findReservation, queueOf, splitQueue, type SplitQueue } from './queue.ts'
import { useUnsent } from '../reservation-dialog/unsent/unsent.ts'
import { LiveReservations } from '../reservation-dialog/live-reservations.tsx'
import { ReservationDialog } from '../reservation-dialog/late-dialog.tsx'
import { StatStrip } from './stat-strip.tsx'
import { LoadState } from '../components/load-state.tsx'
import { UpdateLine } from '../components/update-line.tsx'
import { useReads } from '../components/use-reads.ts'

export default function AdminDashboardScreen() {
  const dashboard = useRead(getDashboard, {}, { poll: POLL_MS })
  const reads = useReads({ dashboard }, '데이터를 불러오는데 실패했습니다.')
  const { doing } = useUnsent()
  const now = useNow(60_000)
  const days = useMemo(() => dashboard.data && queueOf(dashboard.data.reservations), [dashboard.data])
  const queue = useMemo(() => splitQueue(days ?? [], now), [days, now])
  const waiting = countOf(queue.coming, doing)
  return (
    // The count is for an administrator who has the page open behind others.
    <Page title={`${waiting > 0 ? `(${waiting}) ` : ''}대시보드 · 관리자 센터`} width="full">
      <div className="stack" data-gap="12">
        <div className="dashboard__head">
          <h1>대시보드</h1>
          {reads.data && (
            <UpdateLine
              updatedAt={dashboard.dataUpdatedAt}
              onRefresh={reads.reload}
              refreshing={reads.isReloading}
            />
          )}
        </div>
        <StaleNote since={reads.staleSince} />
        <LoadState reads={reads} skeleton={<DashboardSkeleton />}>
          {(shown) => <Loaded {...shown} queue={queue} now={now} />}
        </LoadState>
        <LiveReservations />
      </div>
    </Page>
  )
}

type LoadedProps = { dashboard: Dashboard; queue: SplitQueue; now: Instant }

function Loaded({ dashboard, queue, now }: LoadedProps) {
  const [opened, setOpened] = useState<Reservation | null>(null)
  // The press is answered at once, by the mark on its row.
  const open = useCallback((reservation: Reservation) => startTransition(() => setOpened(reservation)), [])
  const shown = opened && (findReservation(dashboard, opened) ?? opened)
  return (
    <>
      <WithChecklist dashboard={dashboard}>
        <StatStrip stats={dashboard.stats} />
        <QueuePanel {...{ queue, dashboard, now }} onOpen={open} />
      </WithChecklist>
      {shown && (
        <ReservationDialog
          key={shown.id}
          reservation={shown}
          places={dashboard}
          // An answer that comes late must not close the dialog of another reservation.
          onClose={() => setOpened((current) => (current?.id === shown.id ? null : current))}
        />
      )}
    </>
  )
}
