import { startTransition, useCallback, useMemo, useState } from 'react'
import { getDashboard, type Dashboard } from '../../../contract/admin/dashboard.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { StaleNote } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import './dashboard.css'
import { QueuePanel } from './queue-panel.tsx'
import { countOf, findReservation, queueOf } from './queue.ts'
import { useUnsent } from '../reservation-dialog/unsent/unsent.ts'
import { LiveReservations } from '../reservation-dialog/live-reservations.tsx'
import { ReservationDialog } from '../reservation-dialog/reservation-dialog.tsx'
import { StatStrip } from './stat-strip.tsx'
import { LoadState } from '../components/load-state.tsx'
import { UpdateLine } from '../components/update-line.tsx'
import { useReads } from '../components/use-reads.ts'

export default function AdminDashboardScreen() {
  const dashboard = useRead(getDashboard, {}, { poll: POLL_MS })
  const reads = useReads({ dashboard }, '데이터를 불러오는데 실패했습니다.')
  const { doing } = useUnsent()
  const waiting = dashboard.data ? countOf(queueOf(dashboard.data.reservations), doing) : 0
  return (
    // The count is for an administrator who has the page open behind others.
    <Page title={`${waiting > 0 ? `(${waiting}) ` : ''}대시보드 · 관리자 센터`} width="full">
      <div className="stack">
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
          {(shown) => <Loaded {...shown} />}
        </LoadState>
        <LiveReservations />
      </div>
    </Page>
  )
}

function Loaded({ dashboard }: { dashboard: Dashboard }) {
  const [opened, setOpened] = useState<Reservation | null>(null)
  // The press is answered at once, by the mark on its row.
  const open = useCallback((reservation: Reservation) => startTransition(() => setOpened(reservation)), [])
  const days = useMemo(() => queueOf(dashboard.reservations), [dashboard.reservations])
  const shown = opened && (findReservation(dashboard, opened) ?? opened)
  return (
    <>
      <StatStrip stats={dashboard.stats} />
      <QueuePanel days={days} reservations={dashboard.reservations} onOpen={open} />
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
