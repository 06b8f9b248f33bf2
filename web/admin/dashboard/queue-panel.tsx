import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { koreanDate, madridDate, shortKoreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/panel/tabs.tsx'
import { useFocusFallback } from '../../ui/focus/fallback/use-focus-fallback.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkResults, type BulkResult } from './bulk-result.tsx'
import { DecisionDialog, decisionsOf, type AskedDecision, type PendingDecision } from './pending-decision.tsx'
import { loadBulkDialog } from './late-bulk-dialog.tsx'
import { loadReasonDialog } from '../reservation-dialog/late-reason-dialog.tsx'
import { usePreload } from '../../shell/lazy-screen.tsx'
import { adminToast } from '../../ui/toast.ts'
import { KeyHelp } from './key-help.tsx'
import { PastRequests } from './past-requests.tsx'
import { QueueDayCard } from './queue-day.tsx'
import { useQueueKeys, type QueueKey } from './use-queue-keys.ts'
import { ALL, useQueue, type Queue } from './use-queue.ts'
import { useQuickDecision, type QuickDecision } from './use-quick-decision.ts'
import { countOf, reservationsOf, type QueueDay, type QueueGroup, type SplitQueue } from './queue.ts'
import { competingRequestsOf } from './competing-requests.ts'
import { isEnding } from '../reservation-dialog/unsent/as-decided.ts'
import { keepFailures } from '../reservation-dialog/unsent/unsent.ts'
import './queue.css'

type Props = {
  queue: SplitQueue
  dashboard: Pick<Dashboard, 'reservations' | 'member_tiers'>
  now: Instant
  onOpen: (reservation: Reservation) => void
}

const NOTHING = '대기 중인 예약이 없습니다.'
const BY_WAITING = '오래 기다린 순'
const PAST_REASON = '시간이 지나 처리되지 않은 신청입니다.'

// A key that asks for one of them must not wait for it.
const LATE = [loadReasonDialog, loadBulkDialog]

/** The reservations that wait for a decision, by date, decided one by one or many at once. */
export function QueuePanel({ queue: days, dashboard, now, onOpen }: Props) {
  const quick = useQuickDecision()
  const queue = useQueue(days, quick.busy)
  const { search, setSearch, chosen, selection, focused, changeFocus, isInSight } = queue
  const section = useFocusFallback<HTMLElement>(() => queue.focusedRow.current)
  const searchField = useRef<HTMLInputElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [deciding, setDeciding] = useState<PendingDecision | null>(null)
  const [failed, setFailed] = useState<readonly BulkResult[]>([])
  const weighed = useWeighed(dashboard, quick.doing)
  const press = useLatest(selection.press)
  usePreload(LATE)
  useEffect(() => {
    keepFailures(new Set(reservationsOf([...days.coming, ...days.past]).map(({ id }) => id)))
  }, [days])

  const decide = (answer: AskedDecision) => {
    const about = chosen.length > 0 ? chosen : focused ? [focused] : []
    const [wanted, other] = decisionsOf(answer, about, now)
    if (!wanted) return
    if (other) setDeciding({ answer, about })
    else if (chosen.length > 0) setDeciding({ decision: wanted, about })
    else if (wanted === 'approve') {
      changeFocus({ step: 1, orBack: true })
      quick.decide(focused!, wanted)
    } else setDeciding({ decision: wanted, about, isOne: true })
  }
  const act: Record<QueueKey, () => void> = {
    next: () => changeFocus({ step: 1 }),
    previous: () => changeFocus({ step: -1 }),
    approve: () => decide('approve'),
    reject: () => decide('reject'),
    select: () => focused && selection.press(focused.id),
    order: () => queue.setByWaiting(!queue.isByWaiting),
    search: () => searchField.current?.focus(),
    help: () => setHelpOpen(true),
  }
  // A dialog that is still on its way hears no keys yet; neither must the rows behind it.
  useQueueKeys((key) => !deciding && act[key]())

  const cardOf = (day: QueueGroup, name: string) => (
    <QueueDayCard
      key={day.date}
      name={name}
      day={day}
      isToday={day.date === madridDate(now)}
      {...{ now, queue, quick, onOpen, ...weighed }}
      onPress={press}
    />
  )
  return (
    <section className="queue" ref={section} aria-labelledby="queue-title">
      <h2 className="queue__title" id="queue-title" tabIndex={-1}>
        승인 대기 <span className="muted numerals">{countOf(days.coming, quick.busy)}건</span>
      </h2>
      {days.coming.length === 0 ? (
        <div>
          <EmptyState title={NOTHING}>새 예약 신청과 취소 요청은 이곳에 자동으로 나타납니다.</EmptyState>
        </div>
      ) : (
        <>
          <input
            ref={searchField}
            type="search"
            className="queue__search"
            aria-label="대기 중인 예약 검색"
            placeholder="회사, 이름, 연락처, 장소"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' && event.key !== 'Enter') return
              event.preventDefault()
              if (event.key === 'Escape') setSearch('')
              changeFocus({ step: 1 })
            }}
          />
          <Tabs
            label="날짜"
            tabs={tabsOf(queue.found, queue.date, quick.busy)}
            selected={queue.date}
            onSelect={queue.setDate}
            beside={<QueueTools queue={queue} isHelpOpen={isHelpOpen} onHelp={setHelpOpen} />}
          >
            <div className="queue__days">
              {queue.shown.map((day) => cardOf(day, day.date ? koreanDate(day.date) : BY_WAITING))}
              {queue.shown.length === 0 && (
                <NothingShown search={search} onAll={() => (setSearch(''), queue.setDate(ALL))} />
              )}
            </div>
          </Tabs>
        </>
      )}
      {queue.pastFound.length > 0 && (
        <PastRequests
          count={countOf(queue.pastFound, quick.busy)}
          isOpen={queue.isPastOpen}
          onToggle={() => queue.setPastOpen(!queue.isPastOpen)}
          onRejectAll={() => setDeciding({ decision: 'reject', about: queue.pastOpen, reason: PAST_REASON })}
        >
          {queue.pastFound.map((day) => cardOf(day, `${koreanDate(day.date)} 지난 신청`))}
        </PastRequests>
      )}
      <BulkBar
        chosen={chosen}
        unseen={chosen.length - chosen.filter(isInSight).length}
        now={now}
        onDecide={(decision) => setDeciding({ decision, about: chosen })}
        onClear={selection.clear}
      />
      {deciding && (
        <DecisionDialog
          {...{ deciding, now, isInSight, ...weighed }}
          onChoose={(decision) => setDeciding({ decision, about: deciding.about })}
          onClose={() => setDeciding(null)}
          // The list of what failed says it all; only where there is no place for it a toast does.
          onFailed={(result) =>
            section.current
              ? setFailed((unread) => [...unread, result])
              : adminToast.error(result.result.message)
          }
        />
      )}
      <BulkResults of={failed} onRead={() => setFailed(([, ...unread]) => unread)} />
    </section>
  )
}

/** The order of the queue, and its keys. */
const QueueTools = ({ queue, isHelpOpen, onHelp }: ToolsProps) => (
  <div className="queue__tools">
    <Button
      size="small"
      aria-pressed={queue.isByWaiting}
      onClick={() => queue.setByWaiting(!queue.isByWaiting)}
    >
      {BY_WAITING}
    </Button>
    <KeyHelp isOpen={isHelpOpen} onOpen={() => onHelp(true)} onClose={() => onHelp(false)} />
  </div>
)

type ToolsProps = { queue: Queue; isHelpOpen: boolean; onHelp: (isOpen: boolean) => void }

/** The facts to weigh beside a request: its rivals, and its member's tier. */
function useWeighed({ reservations, member_tiers }: Props['dashboard'], doing: QuickDecision['doing']) {
  const competing = useMemo(
    () => competingRequestsOf(reservations, ({ id }) => isEnding(doing.get(id)?.action)),
    [reservations, doing],
  )
  const tiers = useMemo(() => new Map(member_tiers.map((each) => [each.id, each])), [member_tiers])
  return { competing, tiers }
}

/** One function for all renderings that does what the latest one would. */
function useLatest<Args extends unknown[]>(act: (...args: Args) => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}

const NothingShown = ({ search, onAll }: { search: string; onAll: () => void }) => (
  <EmptyState title={search ? `'${search}' 검색 결과가 없습니다.` : NOTHING}>
    <Button onClick={onAll}>전체 보기</Button>
  </EmptyState>
)

/** A tab for all, one for each date with something to decide; the chosen one stays also when its last is decided. */
function tabsOf(days: readonly QueueDay[], selected: string, decided: QuickDecision['busy']) {
  const dates = new Set(days.map(({ date }) => date))
  if (selected !== ALL) dates.add(selected)
  const count = (date: string) =>
    countOf(
      days.filter((day) => day.date === date),
      decided,
    )
  return [
    { id: ALL, label: <TabLabel text="전체" count={countOf(days, decided)} /> },
    ...[...dates]
      .sort()
      .map((date) => ({ id: date, label: <TabLabel text={shortKoreanDate(date)} count={count(date)} /> })),
  ]
}

const TabLabel = ({ text, count }: { text: string; count: number }) => (
  <span className="numerals">
    {text} <span className="queue__count">{count}</span>
    <span className="visually-hidden">건</span>
  </span>
)
