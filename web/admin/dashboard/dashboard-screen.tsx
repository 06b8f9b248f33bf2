import { startTransition, useCallback, useEffect, useState } from 'react'
import { getDashboard, type Dashboard } from '../../../contract/admin/dashboard.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { ApiError } from '../../api/client.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { ErrorState, StaleNote } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { adminToast } from '../../ui/toast.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import './dashboard.css'
import { QueuePanel } from './queue-panel.tsx'
import { countOf, findReservation, queueOf } from './queue.ts'
import { ReservationDialog } from '../reservation-dialog/reservation-dialog.tsx'
import { StatStrip } from './stat-strip.tsx'
import { UpdateLine } from '../components/update-line.tsx'

const FAILED = '데이터를 불러오는데 실패했습니다.'

export default function AdminDashboardScreen() {
  const { data, problem, staleSince, updatedAt, reload, reloading } = useDashboard()
  const waiting = data ? countOf(queueOf(data.reservations)) : 0
  return (
    // The count is for whoever has the page open behind others.
    <Page title={`${waiting > 0 ? `(${waiting}) ` : ''}대시보드 · 관리자 센터`} width="full">
      <div className="stack">
        <div className="dashboard__head">
          <h1>대시보드</h1>
          {data && <UpdateLine updatedAt={updatedAt} onRefresh={reload} refreshing={reloading} />}
        </div>
        <StaleNote since={staleSince} />
        {data ? (
          <Loaded dashboard={data} />
        ) : problem ? (
          <ErrorState title={FAILED} onRetry={reload} retrying={reloading}>
            {problemText(problem)}
          </ErrorState>
        ) : (
          <DashboardSkeleton />
        )}
      </div>
    </Page>
  )
}

function useDashboard() {
  const { data, error, refetch, staleSince, dataUpdatedAt } = useRead(getDashboard, {}, { poll: POLL_MS })
  const [reloading, setReloading] = useState(false)
  // A new try clears the query's own error, and the card with the retry would flicker.
  const [problem, setProblem] = useState<Error | null>(null)
  if (error && error !== problem) setProblem(error)
  const hasFailed = problem !== null && data === undefined && !isSignedOut(problem)
  useEffect(() => {
    if (hasFailed) adminToast.error(FAILED)
  }, [hasFailed])
  const retry = async () => {
    setReloading(true)
    const { error } = await refetch()
    setReloading(false)
    if (error && !isSignedOut(error)) adminToast.error(FAILED)
  }
  const reload = () => void retry()
  return { data, problem, staleSince, updatedAt: dataUpdatedAt, reload, reloading }
}

const isSignedOut = (error: Error) => error instanceof ApiError && error.status === 401

const problemText = (problem: Error) =>
  problem instanceof ApiError ? problem.text : '서버와 통신할 수 없습니다. 네트워크를 확인해주세요.'

function Loaded({ dashboard }: { dashboard: Dashboard }) {
  const [opened, setOpened] = useState<Reservation | null>(null)
  // The press is answered at once, by the mark on its row.
  const open = useCallback((reservation: Reservation) => startTransition(() => setOpened(reservation)), [])
  const days = queueOf(dashboard.reservations)
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
