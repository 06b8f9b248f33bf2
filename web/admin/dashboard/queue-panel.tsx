import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { madridDate, shortKoreanDate } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/notice.tsx'
import { Tabs } from '../../ui/panel/tabs.tsx'
import { useFocusFallback } from '../../ui/focus/fallback/use-focus-fallback.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ResultDialog, type BulkResult } from './bulk-dialog.tsx'
import { DecisionDialog, decisionsOf, type AskedDecision, type PendingDecision } from './pending-decision.tsx'
import { KeyHelp } from './key-help.tsx'
import { QueueDayCard } from './queue-day.tsx'
import { useQueueKeys, type QueueKey } from './use-queue-keys.ts'
import { ALL, useQueue } from './use-queue.ts'
import { useQuickDecision, type QuickDecision } from './use-quick-decision.ts'
import { countOf, type QueueDay } from './queue.ts'
import { competingRequestsOf } from './competing-requests.ts'
import { isEnding } from '../reservation-dialog/unsent/as-decided.ts'
import './queue.css'

type Props = {
  days: readonly QueueDay[]
  reservations: Dashboard['reservations']
  onOpen: (reservation: Reservation) => void
}

const NOTHING = '대기 중인 예약이 없습니다.'

/** The reservations that wait for a decision, by date, decided one by one or many at once. */
export function QueuePanel({ days, reservations, onOpen }: Props) {
  const now = useNow(60_000)
  const quick = useQuickDecision()
  const queue = useQueue(days, quick.busy)
  const { date, setDate, search, setSearch, shown, chosen, selection, focused, changeFocus, isInSight } =
    queue
  const section = useFocusFallback<HTMLElement>(() => queue.focusedRow.current)
  const searchField = useRef<HTMLInputElement>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [deciding, setDeciding] = useState<PendingDecision | null>(null)
  const [failed, setFailed] = useState<BulkResult | null>(null)
  const competing = useMemo(
    () => competingRequestsOf(reservations, ({ id }) => isEnding(quick.doing.get(id)?.action)),
    [reservations, quick.doing],
  )
  const press = useLatest(selection.press)

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
    search: () => searchField.current?.focus(),
    help: () => setHelpOpen(true),
  }
  useQueueKeys((key) => act[key]())

  return (
    <section className="stack" data-gap="12" ref={section} aria-labelledby="queue-title">
      <h2 id="queue-title" tabIndex={-1}>
        승인 대기 <span className="muted numerals">{countOf(days, quick.busy)}건</span>
      </h2>
      {days.length === 0 ? (
        <EmptyState title={NOTHING}>새 예약 신청과 취소 요청은 이곳에 자동으로 나타납니다.</EmptyState>
      ) : (
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
                changeFocus({ step: 1 })
              }}
            />
            <KeyHelp
              isOpen={isHelpOpen}
              onOpen={() => setHelpOpen(true)}
              onClose={() => setHelpOpen(false)}
            />
          </div>
          <Tabs label="날짜" tabs={tabsOf(queue.found, date, quick.busy)} selected={date} onSelect={setDate}>
            <div className="queue__days">
              {shown.map((day) => (
                <QueueDayCard
                  key={day.date}
                  day={day}
                  isToday={day.date === madridDate(now)}
                  {...{ now, competing, queue, quick, onOpen }}
                  onPress={press}
                />
              ))}
              {shown.length === 0 && (
                <NothingShown search={search} onAll={() => (setSearch(''), setDate(ALL))} />
              )}
            </div>
          </Tabs>
          <BulkBar
            chosen={chosen}
            unseen={chosen.length - chosen.filter(isInSight).length}
            now={now}
            onDecide={(decision) => setDeciding({ decision, about: chosen })}
            onClear={selection.clear}
          />
        </div>
      )}
      {deciding && (
        <DecisionDialog
          {...{ deciding, now, isInSight }}
          onChoose={(decision) => setDeciding({ decision, about: deciding.about })}
          onClose={() => setDeciding(null)}
          onFailed={setFailed}
        />
      )}
      {failed && <ResultDialog {...failed} onClose={() => setFailed(null)} />}
    </section>
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
