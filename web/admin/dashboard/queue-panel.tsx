import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { madridDate, shortKoreanDate } from '../../../domain/madrid-time.ts'
import { useSelection } from '../components/use-selection.ts'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { DecisionDialog, decisionsOf, type AskedDecision, type PendingDecision } from './pending-decision.tsx'
import { KeyHelp } from './key-help.tsx'
import { QueueDayCard } from './queue-day.tsx'
import { useQueueKeys, type QueueKey } from './use-queue-keys.ts'
import { searchQueue } from './queue-search.ts'
import { useQuickDecision } from './use-quick-decision.ts'
import { countOf, reservationsOf, type QueueDay } from './queue.ts'
import { rivalsOf } from './competing-requests.ts'
import './queue.css'

type Props = {
  days: readonly QueueDay[]
  reservations: Dashboard['reservations']
  /** What holds the rows: the focus is kept there. */
  holder: RefObject<HTMLElement | null>
  onOpen: (reservation: Reservation) => void
}

const NOTHING = '대기 중인 예약이 없습니다.'
const ALL = 'all'

/** What waits for a decision, by date, decided one by one or many at once. */
export function QueuePanel({ days, reservations, holder, onOpen }: Props) {
  const now = useNow(60_000)
  const [date, setDate] = useState(ALL)
  const [search, setSearch] = useState('')
  const searchField = useRef<HTMLInputElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [deciding, setDeciding] = useState<PendingDecision | null>(null)
  // What comes into an empty queue must not be hidden by what was looked for before.
  if (days.length === 0 && (date !== ALL || search !== '')) {
    setDate(ALL)
    setSearch('')
  }
  const competing = useMemo(() => rivalsOf(reservations), [reservations])
  const found = searchQueue(days, search)
  const shown = date === ALL ? found : found.filter((day) => day.date === date)
  const waiting = reservationsOf(days)
  const selection = useSelection(
    waiting.map(({ id }) => id),
    // A reservation that was decided may come back as a cancellation request, and nobody has chosen that.
    { forgetsGone: true },
  )
  const chosen = waiting.filter(({ id }) => selection.has(id))
  const inSight = reservationsOf(shown)
  const isInSight = ({ id }: Reservation) => inSight.some((each) => each.id === id)
  const quick = useQuickDecision()
  const press = useLatest(selection.press)

  const focused = () => {
    const row = document.activeElement?.closest('.queue-item')?.querySelector<HTMLElement>('[data-row]')
    return inSight.find(({ id }) => String(id) === row?.dataset['row'])
  }
  const decide = (answer: AskedDecision) => {
    const one = focused()
    const about = chosen.length > 0 ? chosen : one ? [one] : []
    const [wanted, other] = decisionsOf(answer, about, now)
    if (!wanted) return
    if (other) setDeciding({ answer, about })
    else if (chosen.length > 0) setDeciding({ decision: wanted, about })
    // What is on its way is decided.
    else if (quick.busy.has(one!.id)) return
    else if (wanted === 'approve') {
      moveFocus(holder.current, 1, -1)
      void quick.decide(one!, wanted)
    } else setDeciding({ decision: wanted, about, isOne: true })
  }
  const act: Record<QueueKey, () => void> = {
    next: () => moveFocus(holder.current, 1),
    previous: () => moveFocus(holder.current, -1),
    approve: () => decide('approve'),
    reject: () => decide('reject'),
    select: () => {
      const one = focused()
      if (one) selection.press(one.id)
    },
    search: () => searchField.current?.focus(),
    help: () => setHelpOpen(true),
  }
  useQueueKeys((key) => act[key]())

  const dialog = deciding && (
    <DecisionDialog
      {...{ deciding, now, isInSight }}
      onChoose={(decision) => setDeciding({ decision, about: deciding.about })}
      onClose={() => setDeciding(null)}
    />
  )
  if (days.length === 0)
    return (
      <>
        <EmptyState title={NOTHING}>새 예약 신청과 취소 요청은 이곳에 자동으로 나타납니다.</EmptyState>
        {dialog}
      </>
    )
  return (
    <div className="queue">
      <div className="queue__tools">
        <input
          ref={searchField}
          type="search"
          className="queue__search"
          aria-label="대기 중인 예약 검색"
          placeholder="회사, 이름, 연락처, 장소 검색"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && event.key !== 'Enter') return
            event.preventDefault()
            if (event.key === 'Escape') setSearch('')
            moveFocus(holder.current, 1)
          }}
        />
        <KeyHelp isOpen={isHelpOpen} onOpen={() => setHelpOpen(true)} onClose={() => setHelpOpen(false)} />
      </div>
      <Tabs label="날짜" tabs={tabsOf(found, date)} selected={date} onSelect={setDate}>
        <div className="queue__days">
          {shown.map((day) => (
            <QueueDayCard
              key={day.date}
              day={day}
              isToday={day.date === madridDate(now)}
              {...{ now, competing, selection, onOpen, failures: quick.failures, busy: quick.busy }}
              onPress={press}
            />
          ))}
          {shown.length === 0 && <NothingShown search={search} onAll={() => (setSearch(''), setDate(ALL))} />}
        </div>
      </Tabs>
      <BulkBar
        chosen={chosen}
        unseen={chosen.length - chosen.filter(isInSight).length}
        now={now}
        onDecide={(decision) => setDeciding({ decision, about: chosen })}
        onClear={selection.clear}
      />
      {dialog}
    </div>
  )
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

/** Moves the focus by rows; from elsewhere to the first one. At an end it goes `otherwise`. */
function moveFocus(holder: HTMLElement | null, by: 1 | -1, otherwise: 0 | -1 = 0) {
  const rows = [...(holder?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const item = document.activeElement?.closest('.queue-item')
  const at = rows.findIndex((row) => row === document.activeElement || (item && item.contains(row)))
  const next = at < 0 ? rows[0] : (rows[at + by] ?? rows[at + otherwise])
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** A tab for all, one for each date with something to decide; the chosen one stays also when its last is decided. */
function tabsOf(days: readonly QueueDay[], selected: string) {
  const dates = new Set(days.map(({ date }) => date))
  if (selected !== ALL) dates.add(selected)
  const count = (date: string) => countOf(days.filter((day) => day.date === date))
  return [
    { id: ALL, label: <TabLabel text="전체" count={countOf(days)} /> },
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
