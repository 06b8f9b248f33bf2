import { useState } from 'react'
import { useLocation } from 'wouter'
import { listMyReservations, type Reservation } from '../../../contract/reservation.ts'
import { useNow } from '../../now.ts'
import { PATHS, type DashboardState } from '../../paths.ts'
import { POLL_MS, useRead } from '../../query.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ErrorState, RetryNote, StaleNote } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { ReservationCard } from './reservation-card.tsx'
import './reservations.css'

type Tab = 'tours' | 'meetings'

export default function ReservationsScreen() {
  const mine = useRead(listMyReservations, {}, { poll: POLL_MS })
  const [tab, setTab] = useState<Tab>('tours')
  return (
    <Page title="예약내역 · 투어·미팅룸 예약" width="wide">
      <div className="stack">
        <h1>예약내역</h1>
        <StaleNote since={mine.staleSince} />
        <Tabs
          label="예약 종류"
          tabs={[
            { id: 'tours', label: <Label text="투어" count={mine.data?.tours.length} /> },
            { id: 'meetings', label: <Label text="미팅" count={mine.data?.meetings.length} /> },
          ]}
          selected={tab}
          onSelect={setTab}
        >
          {mine.data ? (
            <List tab={tab} reservations={mine.data[tab]} />
          ) : mine.isError ? (
            <ErrorState
              title="예약 내역을 불러오는데 실패했습니다."
              onRetry={() => mine.refetch()}
              retrying={mine.isFetching}
            />
          ) : (
            <div className="reservations" aria-busy="true">
              <RetryNote shown={mine.isRetrying} />
              <Skeletons count={4} shape="card" />
            </div>
          )}
        </Tabs>
      </div>
    </Page>
  )
}

const Label = ({ text, count }: { text: string; count: number | undefined }) => (
  <>
    {text}
    {count !== undefined && <span className="reservations__count"> {count}</span>}
  </>
)

function List({ tab, reservations }: { tab: Tab; reservations: readonly Reservation[] }) {
  const now = useNow(60_000)
  const [openId, setOpenId] = useState<number | null>(null)
  const [, navigate] = useLocation()
  const state: DashboardState = { kind: tab === 'tours' ? 'tour' : 'room' }
  const open = reservations.find(({ id }) => id === openId)
  if (reservations.length === 0)
    return (
      <EmptyState title={tab === 'tours' ? '예약된 투어가 없습니다' : '예약된 미팅이 없습니다'}>
        <p>날짜와 시간을 선택해 바로 신청하실 수 있습니다.</p>
        <Button kind="primary" onClick={() => navigate(PATHS.dashboard, { state })}>
          {tab === 'tours' ? '투어 예약하기' : '미팅룸 예약하기'}
        </Button>
      </EmptyState>
    )
  return (
    <>
      <ul className="reservations">
        {reservations.map((reservation) => (
          <li key={reservation.id}>
            <ReservationCard reservation={reservation} now={now} onOpen={() => setOpenId(reservation.id)} />
          </li>
        ))}
      </ul>
      {open && <DetailsDialog reservation={open} now={now} onClose={() => setOpenId(null)} />}
    </>
  )
}
