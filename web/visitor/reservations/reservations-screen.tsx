import { Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { topicOf } from '../../../contract/topics.ts'
import { listMyReservations, type Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { useChanges } from '../../api/reads/use-changes.ts'
import { useNow } from '../../browser/clock.ts'
import { lazyScreen, usePreload } from '../../shell/lazy-screen.tsx'
import { PATHS, type DashboardState } from '../../paths.ts'
import { POLL_MS, useRead } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, ReadError, RetryNote, StaleNote } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeletons } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/panel/tabs.tsx'
import { dismissToast, visitorToast } from '../../ui/toast.ts'
import { ReservationCard } from './reservation-card.tsx'
import type { Opened } from './reservation-dialogs.tsx'
import './reservations.css'

type Tab = 'tours' | 'meetings'

// With their forms they weigh as much as everything else here, and the list is what people come for.
const loadDialogs = () => import('./reservation-dialogs.tsx')
const ReservationDialogs = lazyScreen(loadDialogs)

export default function ReservationsScreen() {
  const mine = useRead(listMyReservations, {}, { poll: POLL_MS })
  useChanges(topicOf('mine'), () => void mine.refetch())
  const now = useNow(60_000)
  const [tab, setTab] = useState<Tab>('tours')
  const [opened, setOpened] = useState<Opened | null>(null)
  const inviteFeedback = useFeedbackInvitation(setOpened)
  usePreload([loadDialogs])
  const all: readonly Reservation[] = mine.data ? [...mine.data.tours, ...mine.data.meetings] : []
  const shown = opened && all.find(({ id }) => id === opened.id)
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
            <List tab={tab} reservations={mine.data[tab]} now={now} onOpen={setOpened} />
          ) : mine.isError ? (
            <ReadError title="예약 내역을 불러오는데 실패했습니다." read={mine} />
          ) : (
            <div className="reservations" aria-busy="true">
              <RetryNote shown={mine.isRetrying} />
              <Skeletons count={4} shape="card" />
            </div>
          )}
        </Tabs>
      </div>
      {shown && (
        <Suspense>
          <ReservationDialogs
            opened={opened}
            reservation={shown}
            now={now}
            onChange={setOpened}
            onDone={(action) => action === 'end' && inviteFeedback(shown)}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Tells that a meeting has ended, and offers to say how it was while it is fresh. */
function useFeedbackInvitation(open: (opened: Opened) => void) {
  const toast = useRef<number | null>(null)
  const isHere = useRef(false)
  // On another screen its button would lead nowhere.
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
      if (toast.current !== null) dismissToast(toast.current)
    }
  }, [])
  return ({ id, feedback }: Reservation) => {
    const write = {
      label: '피드백 작성',
      onPress: () => open({ id, details: false, action: 'feedback' }),
    }
    toast.current = feedback
      ? visitorToast.success('미팅이 종료되었습니다.')
      : visitorToast.success(
          '미팅이 종료되었습니다. 피드백을 남겨주세요.',
          isHere.current ? write : undefined,
        )
  }
}

const Label = ({ text, count }: { text: string; count: number | undefined }) => (
  <>
    {text}
    {count !== undefined && <span className="reservations__count"> {count}</span>}
  </>
)

type ListProps = {
  tab: Tab
  reservations: readonly Reservation[]
  now: Instant
  onOpen: (opened: Opened) => void
}

function List({ tab, reservations, now, onOpen }: ListProps) {
  if (reservations.length === 0) return <Nothing tab={tab} />
  return (
    <ul className="reservations">
      {reservations.map((reservation) => {
        const { id } = reservation
        return (
          <li key={id}>
            <ReservationCard
              reservation={reservation}
              now={now}
              onOpen={() => onOpen({ id, details: true, action: null })}
              onAct={(action) => onOpen({ id, details: false, action })}
            />
          </li>
        )
      })}
    </ul>
  )
}

function Nothing({ tab }: { tab: Tab }) {
  const [, navigate] = useLocation()
  const state: DashboardState = { kind: tab === 'tours' ? 'tour' : 'room' }
  return (
    <EmptyState title={tab === 'tours' ? '예약된 투어가 없습니다' : '예약된 미팅이 없습니다'}>
      <p>날짜와 시간을 선택해 바로 신청하실 수 있습니다.</p>
      <Button kind="primary" onClick={() => navigate(PATHS.dashboard, { state })}>
        {tab === 'tours' ? '투어 예약하기' : '미팅룸 예약하기'}
      </Button>
    </EmptyState>
  )
}
