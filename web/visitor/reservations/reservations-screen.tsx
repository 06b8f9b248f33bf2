import { useEffect, useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { listMyReservations, reservationFacts, reservationsIn } from '../../../contract/reservation.ts'
import { listMyWaitlist } from '../../../contract/waitlist.ts'
import { isCounted } from '../../../domain/own-reservations.ts'
import { displayedStatus } from '../../../domain/reservation.ts'
import { useChangesOf, usePolled } from '../../api/reads/use-read.ts'
import { useNow } from '../../browser/clock.ts'
import { placeName } from '../../components/reservation/reservation-text.ts'
import { lazy, usePreload } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'
import { ReadError, RetryNote, StaleNote, Skeletons, Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/panel/tabs.tsx'
import { dismissToast } from '../../ui/toast.ts'
import { addressOfView, COUNTER_TEXT, viewOf, type ListView } from '../components/own-list/list-view.ts'
import { useTierLabels } from '../components/own-list/use-tier-labels.ts'
import type { Opened } from './reservation-dialogs.tsx'
import { ReservationList } from './reservation-list.tsx'
import { figures } from '../../ui/figures.ts'
import './reservations.css'
import { navigate } from 'wouter/use-browser-location'

// As large as the rest of the screen, so it loads later.
const ReservationDialogs = lazy(() => import('./reservation-dialogs.tsx'))

// Rarely needed.
const WaitlistSection = lazy(() => import('./waitlist/waitlist-section.tsx'), {
  Fallback: ({ entries }) => <Skeletons count={entries.length} shape="card" />,
})

const TYPES = { tours: 'VIP_TOUR', meetings: 'GROUP_MEETING' } as const

export default function ReservationsScreen() {
  const mine = usePolled(listMyReservations, {})
  const waits = usePolled(listMyWaitlist, {})
  useChangesOf('mine', mine)
  useChangesOf('waits', waits)
  const labels = useTierLabels()
  const now = useNow(60_000)
  const [opened, setOpened] = useOpened()
  const ended = useRef<number | null>(null)
  // The toast's button does nothing on other screens.
  useEffect(() => {
    ended.current = 0
    return () => {
      dismissToast(ended.current!)
      ended.current = null
    }
  }, [])
  usePreload([ReservationDialogs])
  const all = mine.data ? reservationsIn(mine.data).map(labels.withLabel) : []
  // These are copies: the cache keeps the plain names.
  for (const former of all)
    for (const one of all)
      if (one.replaces?.id === former.id) one.replaces = { ...one.replaces, place: placeName(former) }
  // In the address, so that reloads and links keep it.
  const view = viewOf(useSearch())
  const show = (next: ListView) => navigate(addressOfView(next), { replace: true })
  const open = all.find(({ id }) => id === opened?.id)
  // A link may be newer than what the phone knows.
  const isSettled = open ?? (mine.data && !mine.isFetching && mine.staleSince === null)
  const counted = (tab: ListView['tab']) =>
    mine.data &&
    all.filter(
      (one) =>
        one.type === TYPES[tab] && isCounted(view.counter, displayedStatus(reservationFacts(one), now)),
    )
  // Shows everything at once, so that nothing moves while it is read.
  const list = waits.isSettled && labels.isKnown ? counted(view.tab) : undefined
  const entriesOf = (tab: ListView['tab']) =>
    (waits.data?.entries ?? []).filter(
      ({ type, state }) => view.counter === 'total' && state !== 'left' && type === TYPES[tab],
    )
  const entries = entriesOf(view.tab).map(labels.withLabel)
  const waitingIn = (tab: ListView['tab']) => entriesOf(tab).filter(({ state }) => state === 'waiting').length
  return (
    <Page title="예약내역 · 투어·미팅룸 예약" width="wide">
      <div className="stack">
        <h1>예약내역</h1>
        <StaleNote since={mine.staleSince} />
        {view.counter !== 'total' && (
          <FilterNote name={COUNTER_TEXT[view.counter]} onAll={() => show({ ...view, counter: 'total' })} />
        )}
        <Tabs
          label="예약 종류"
          tabs={(['tours', 'meetings'] as const).map((id) => ({
            id,
            label: (
              <Label
                text={id === 'tours' ? '투어' : '미팅'}
                count={counted(id)?.length}
                waiting={waitingIn(id)}
              />
            ),
          }))}
          selected={view.tab}
          onSelect={(tab) => show({ ...view, tab })}
        >
          {list ? (
            <ReservationList
              key={`${view.tab} ${view.counter}`}
              view={view}
              reservations={list}
              now={now}
              onOpen={setOpened}
            >
              {entries.length > 0 && (
                <WaitlistSection
                  entries={entries}
                  now={now}
                  onOpen={(id) => setOpened({ id, details: true, action: null })}
                />
              )}
            </ReservationList>
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
      {opened && isSettled && labels.isKnown && (
        <ReservationDialogs opened={opened} reservation={open} now={now} onChange={setOpened} ended={ended} />
      )}
    </Page>
  )
}

const FilterNote = ({ name, onAll }: { name: string; onAll: () => void }) => (
  <div className="card row reservations__filter" data-spread>
    <p>
      <span {...figures('strong')}>{name}</span> 예약만 보고 있습니다.
    </p>
    <Button size="small" onClick={onAll}>
      전체 보기
    </Button>
  </div>
)

const Label = ({ text, count, waiting }: { text: string; count: number | undefined; waiting: number }) => (
  <>
    <span>{text}</span>
    {count !== undefined && <span {...figures('reservations__count')}>{` ${count}`}</span>}
    {waiting > 0 && <span className="reservations__count small">{` · 자리 대기 ${waiting}`}</span>}
  </>
)

type EntryState = { opened?: Opened } | null

/** As in links of notifications. */
function openedBy(address: URL): Opened | null {
  const id = Number(address.searchParams.get('open'))
  return id > 0 ? { id, details: true, action: null } : null
}

/** Stored in the history entry, so that a reload or a new login reopens the dialog. */
function useOpened() {
  const state = useState<Opened | null>(
    () => (history.state as EntryState)?.opened ?? openedBy(new URL(location.href)),
  )
  const [opened] = state
  useEffect(() => {
    const { opened: kept = null, ...rest } = (history.state as EntryState) ?? {}
    if (opened === kept) return
    const entry = opened ? { ...rest, opened } : rest
    // Removed from the address, so that a closed dialog stays closed after a reload.
    const address = new URL(location.href)
    address.searchParams.delete('open')
    navigate(address.href, { replace: true, state: Object.keys(entry).length > 0 ? entry : null })
  }, [opened])
  return state
}
