import { useEffect, useState } from 'react'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { koreanDate, madridDate, type Instant } from '../../../domain/madrid-time.ts'
import { Button } from '../../ui/controls.tsx'
import { EmptyState } from '../../ui/page.tsx'
import { Tabs } from '../../ui/panel/tabs.tsx'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { ActionButton } from '../components/action-button.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { BulkResults } from './bulk-result.tsx'
import type { BulkResult } from './result-dialog.tsx'
import { BulkDialog, DecisionDialog, KindDialog, type PendingDecision } from './pending-decision.tsx'
import { ReasonDialog } from '../reservation-dialog/late-tasks.ts'
import { lazy, usePreload } from '../../shell/lazy.tsx'
import { adminToast } from '../../ui/toast.ts'
import { useMay } from '../components/use-may.ts'
import { useShortcut } from '../components/use-shortcut.ts'
import { QueueDayCard } from './queue-day.tsx'
import { BY_WAITING, foundOn, QueueTools, tabsOf } from './queue-tabs.tsx'
import { useBusy, useQueue } from './use-queue.ts'
import { ALL, type Past, type QueueReads } from './use-queue-reads.ts'
import type { Queued, QueueGroup, QueuePage } from './queue.ts'
import { Pager } from '../../ui/list/pager.tsx'
import { SearchField } from '../../ui/list/search-field.tsx'
import { ApiError } from '../../api/client.ts'
import {
  decide as send,
  keepFailures,
  useDeciding,
  type Deciding,
  decisionsOf,
  openDecisions,
  type AskedDecision,
  type Decision,
} from '../reservation-dialog/decide.ts'
import { figures } from '../../ui/figures.ts'
import './queue.css'

type Props = {
  reads: QueueReads
  page: QueuePage
  now: Instant
  onOpen: (reservation: Reservation) => void
}

const NOTHING = '대기 중인 예약이 없습니다.'
const LOAD_FAILED = '데이터를 불러오는데 실패했습니다.'
const PAST_REASON = '시간이 지나 처리되지 않은 신청입니다.'

const PastRequests = lazy(() => import('./past-requests.tsx'))

// Preloaded, so that a key press needs no wait.
const LATE = [ReasonDialog, BulkDialog, KindDialog]

export function QueuePanel({ reads, page, now, onOpen }: Props) {
  const mayDecide = useMay()(actOnReservation)
  const inFlight = useDeciding()
  const { doing } = inFlight
  const queue = useQueue(reads, doing)
  const { search, setSearch, date, setDate, pager, isByWaiting, setByWaiting } = reads
  const { chosen, selection, focused, changeFocus, isInSight } = queue
  const section = useFocusFallback<HTMLElement>(() => queue.focusedRow.current)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [deciding, setDeciding] = useState<PendingDecision | null>(null)
  const [failed, setFailed] = useState<readonly BulkResult[]>([])
  const busy = useBusy(queue.known, doing, now)
  usePreload(LATE)
  useEffect(() => {
    keepFailures(new Set(queue.known.keys()))
  }, [queue.known])

  const decide = (answer: AskedDecision) => {
    const about = chosen.length > 0 ? chosen : focused ? [focused] : []
    const [wanted, other] = decisionsOf(answer, about, now)
    if (!wanted || !mayDecide) return
    if (other) setDeciding({ answer, about })
    else if (chosen.length > 0) setDeciding({ decision: wanted, about })
    else if (wanted === 'approve') {
      changeFocus({ step: 1, orBack: true })
      // Toast and row show the failure.
      void send(focused!, wanted).catch(() => {})
    } else setDeciding({ decision: wanted, about, isOne: true })
  }
  const act: Record<QueueKey, () => void> = {
    next: () => changeFocus({ step: 1 }),
    previous: () => changeFocus({ step: -1 }),
    approve: () => decide('approve'),
    reject: () => decide('reject'),
    select: () => mayDecide && focused && selection.press(focused.id),
    order: () => setByWaiting(!isByWaiting),
    help: () => setHelpOpen(true),
  }
  // A dialog may still be loading; keys must not act on the rows behind it.
  useQueueKeys((key) => !deciding && act[key]())

  const countOn = (day: string) => foundOn(page.days, day) - busy('coming', day === ALL ? undefined : day)
  const load = async (read: () => Promise<Queued[]>): Promise<Reservation[]> => {
    try {
      const all = await read()
      queue.remember(all)
      return all.map(({ reservation }) => reservation).filter(({ id }) => !doing.has(id))
    } catch (failure) {
      adminToast.error(failure instanceof ApiError ? failure.text : LOAD_FAILED)
      return []
    }
  }
  const chooseAll = async () => {
    const all = await load(reads.loadAll)
    selection.mark(
      all.map(({ id }) => id),
      true,
    )
  }
  const decideAll = async (past: Past, decision: Decision) => {
    const all = await load(past.load)
    const about = all.filter((each) => openDecisions(each, now).includes(decision))
    // The administrator may have opened another dialog while this loaded.
    if (about.length > 0 && !document.querySelector('dialog[open]'))
      setDeciding({ decision, about, ...(decision === 'reject' && { reason: PAST_REASON }) })
  }

  const cardOf = (day: QueueGroup, name: string, count: number) => (
    <QueueDayCard
      key={day.date}
      name={name}
      day={day}
      count={count}
      isToday={day.date === madridDate(now)}
      {...{ now, queue, onOpen }}
      inFlight={inFlight}
      onPress={queue.press}
    />
  )
  return (
    <section className="queue" ref={section} aria-labelledby="queue-title">
      <h2 className="queue__title" id="queue-title" tabIndex={-1}>
        승인 대기 <span {...figures('muted')}>{page.coming - busy('coming')}건</span>
      </h2>
      {page.coming === 0 ? (
        <div>
          <EmptyState title={NOTHING}>새 예약 신청과 취소 요청은 이곳에 자동으로 나타납니다.</EmptyState>
        </div>
      ) : (
        <>
          <SearchField
            label="대기 중인 예약 검색"
            placeholder="회사, 이름, 연락처, 장소"
            value={search}
            onSearch={setSearch}
            onLeave={() => changeFocus({ step: 1 })}
          />
          <Tabs
            label="날짜"
            tabs={tabsOf(page.days, date, countOn)}
            selected={date}
            onSelect={setDate}
            beside={<QueueTools {...{ isByWaiting, setByWaiting, isHelpOpen }} onHelp={setHelpOpen} />}
          >
            <div className="stack">
              {queue.shown.map((day) =>
                cardOf(day, day.date ? koreanDate(day.date) : BY_WAITING, countOn(day.date ?? date)),
              )}
              {queue.shown.length === 0 && !reads.isSearching && (
                <NothingShown search={search} onAll={() => (setSearch(''), setDate(ALL))} />
              )}
              {page.found > pager.pageSize && (
                <div className="row" data-wrap>
                  <Pager label="승인 대기 페이지" {...pager} />
                  {mayDecide && (
                    <ActionButton size="small" act={chooseAll}>
                      {`${countOn(date).toLocaleString('ko')}건 모두 선택`}
                    </ActionButton>
                  )}
                </div>
              )}
            </div>
          </Tabs>
        </>
      )}
      {reads.pasts.map(
        (past) =>
          page[past.part] > 0 && (
            <PastRequests
              key={past.part}
              of={past}
              count={page[past.part] - busy(past.part)}
              onDecideAll={(decision) => decideAll(past, decision)}
            >
              {(name) =>
                past.groups.map((day) => cardOf(day, `${koreanDate(day.date!)} ${name}`, openOf(day, doing)))
              }
            </PastRequests>
          ),
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
          {...{ deciding, now, isInSight }}
          known={queue.known}
          onChoose={(decision) => setDeciding({ decision, about: deciding.about })}
          onClose={() => setDeciding(null)}
          onDone={(of) => {
            const { results, failed } = of.result
            selection.mark(
              results.flatMap(({ id, done }) => (done ? id : [])),
              false,
            )
            if (failed > 0) setFailed((unread) => [...unread, of])
          }}
        />
      )}
      <BulkResults of={failed} onRead={() => setFailed(([, ...unread]) => unread)} />
    </section>
  )
}

const openOf = ({ tours, meetings }: QueueGroup, decided: Deciding['doing']) =>
  [...tours, ...meetings].filter(({ id }) => !decided.has(id)).length

type QueueKey = 'next' | 'previous' | 'approve' | 'reject' | 'select' | 'order' | 'help'

const KEYS: Readonly<Record<string, QueueKey>> = {
  j: 'next',
  k: 'previous',
  a: 'approve',
  r: 'reject',
  x: 'select',
  s: 'order',
  '?': 'help',
}

function meaningOf({ key, code, shiftKey }: KeyboardEvent): QueueKey | undefined {
  const known = KEYS[key.toLowerCase()]
  if (known || /^[\x20-\x7e]$/.test(key)) return known
  // A Korean keyboard sends ㅓ for J, so the key's position decides.
  if (code === 'Slash') return shiftKey ? 'help' : undefined
  return code.startsWith('Key') ? KEYS[code.slice(3).toLowerCase()] : undefined
}

const useQueueKeys = (onKey: (key: QueueKey) => void): void =>
  useShortcut((event) => {
    const meaning = document.querySelector('dialog[open]') ? undefined : meaningOf(event)
    if (!meaning) return
    event.preventDefault()
    onKey(meaning)
  })

const NothingShown = ({ search, onAll }: { search: string; onAll: () => void }) => (
  <EmptyState title={search ? `'${search}' 검색 결과가 없습니다.` : NOTHING}>
    <Button onClick={onAll}>전체 보기</Button>
  </EmptyState>
)
