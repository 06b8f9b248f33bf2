import { useCallback, useRef, useState } from 'react'
import { useSelection } from '../components/use-selection.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'
import { useWaitingCounts, waitingText } from '../components/waitlist/waiting-counts.ts'
import { useKey } from './use-key.ts'
import { EmptyState } from '../../ui/page.tsx'
import { ToolIcon } from '../../ui/list/tool-icon.tsx'
import { adminToast } from '../../ui/toast.ts'
import { SlotDay } from './slot-day.tsx'
import { groupSlots, type Slot } from './slot-groups.ts'
import { type SlotKind, NO_FILTER, type SlotFilter } from './slot-kind.ts'
import { isUnfiltered, TASK_TEXTS, type SlotAction, type SlotTask } from './slot-task.ts'
import { ActionBar } from '../components/action-bar.tsx'
import { figures } from '../../ui/figures.ts'
import './slot-board.css'

const SlotLineDialog = lazy(() => import('./slot-line-dialog.tsx'))
const SlotTaskDialog = lazy(() => import('./slot-task-dialog.tsx'))

type Props = {
  kind: SlotKind
  /** Dates that match the filter; `count` is null if not known yet. */
  days: readonly { date: string; count: number | null }[]
  filter: SlotFilter
  onFilter: (filter: SlotFilter) => void
}

export function SlotBoard({ kind, days, filter, onFilter }: Props) {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, readonly Slot[]>>(new Map<string, Slot[]>())
  const load = useCallback(
    (date: string, slots: readonly Slot[]) => setLoaded((before) => new Map(before).set(date, slots)),
    [],
  )
  const slots = days.flatMap(({ date }) => loaded.get(date) ?? [])
  const total = days.reduce((sum, { date, count }) => sum + (count ?? loaded.get(date)?.length ?? 0), 0)
  const isEmpty = days.every(({ date }) => loaded.get(date)?.length === 0)
  const selection = useSelection(slots.map(({ id }) => id))
  const { chosen } = selection
  const [task, setTask] = useState<SlotTask | null>(null)
  const ask = (action: SlotAction, onlyChosen = false) => {
    const ids = chosen.length > 0 ? chosen : null
    const count = ids?.length ?? (onlyChosen ? 0 : total)
    if (count === 0) adminToast.error(TASK_TEXTS[action].none)
    else setTask({ action, kind, ids, count, filter, days: groupSlots(slots) })
  }
  const { slots: waiting } = useWaitingCounts(filter.date ?? undefined)
  const [lined, setLined] = useState<number | null>(null)
  const one = chosen.length === 1 ? chosen[0]! : null
  const waitingForOne = waiting.get(one ?? 0) ?? 0
  const linedSlot = slots.find(({ id }) => id === lined)
  const board = useRef<HTMLDivElement>(null)
  // Ignored without a choice: it would delete slots out of view.
  useKey(board, 'Delete', () => ask('delete', true))
  return (
    <div className="stack" data-gap="8">
      {isEmpty && <Empty filter={filter} onFilter={onFilter} />}
      <div className="row slot-board__head" data-wrap data-spread>
        {!isEmpty && <Legend />}
        {(isEmpty || total > 0) && (
          <div className="slot-board__all row" data-wrap data-away={chosen.length > 0 || undefined}>
            <p {...figures('strong')} role="status">
              {statusOf(total, filter)}
            </p>
            <SlotButtons chosen={0} total={total} filter={filter} onAsk={ask} />
          </div>
        )}
      </div>
      <div className="stack" data-gap="8" ref={board}>
        {days.map(({ date }) => (
          <SlotDay
            key={date}
            kind={kind}
            place={filter.place}
            date={date}
            selection={selection}
            waiting={waiting}
            onLoad={load}
          />
        ))}
      </div>
      {chosen.length > 0 && (
        <ActionBar
          floats="always"
          status={`${chosen.length.toLocaleString('ko')}개 선택됨`}
          beside={
            <Button size="small" kind="quiet" onClick={selection.clear}>
              선택 해제
            </Button>
          }
        >
          {waitingForOne > 0 && (
            <Button size="small" aria-haspopup="dialog" onClick={() => setLined(one)}>
              {waitingText(waitingForOne)}
            </Button>
          )}
          <SlotButtons chosen={chosen.length} total={total} filter={filter} onAsk={ask} />
        </ActionBar>
      )}
      {linedSlot && <SlotLineDialog slot={linedSlot} onClose={() => setLined(null)} />}
      {task && <SlotTaskDialog task={task} onDone={selection.clear} onClose={() => setTask(null)} />}
    </div>
  )
}

function Empty({ filter, onFilter }: Pick<Props, 'filter' | 'onFilter'>) {
  if (filter.place === null && filter.date === null)
    return (
      <EmptyState title="등록된 가용 시간이 없습니다.">
        위의 ‘시간 한꺼번에 만들기’로 여러 날짜의 시간을 한 번에 추가할 수 있습니다.
      </EmptyState>
    )
  return (
    <EmptyState title="조건에 맞는 가용 시간이 없습니다.">
      <Button onClick={() => onFilter(NO_FILTER)}>필터 해제</Button>
    </EmptyState>
  )
}

const Legend = () => (
  <ul className="muted slot-board__legend small" aria-label="범례">
    <li className="row">
      <span className="slot-board__sample" data-look="available" /> 예약 가능
    </li>
    <li className="row">
      <span className="slot-board__sample" data-look="held" /> 예약됨
    </li>
    <li className="row">
      <span className="slot-board__sample" data-look="locked">
        <ToolIcon name="lock" />
      </span>{' '}
      잠김
    </li>
    <li className="row">
      <span className="slot-board__sample" data-look="locked-held">
        <ToolIcon name="lock" />
      </span>{' '}
      예약됨, 잠김
    </li>
  </ul>
)

type ButtonsProps = {
  chosen: number
  total: number
  filter: SlotFilter
  onAsk: (action: SlotAction) => void
}

/** Without a choice they apply to all that match the filter. */
const SlotButtons = ({ chosen, total, filter, onAsk }: ButtonsProps) => (
  <>
    <Button size="small" onClick={() => onAsk('lock')}>
      {chosen > 0 ? '선택 잠금' : '전체 잠금'}
    </Button>
    <Button size="small" onClick={() => onAsk('unlock')}>
      {chosen > 0 ? '선택 잠금 해제' : '전체 잠금 해제'}
    </Button>
    <Button size="small" aria-keyshortcuts="Delete" onClick={() => onAsk('delete')}>
      {deletionOf(chosen, total, filter)}
    </Button>
  </>
)

function deletionOf(chosen: number, total: number, filter: SlotFilter): string {
  if (chosen > 0) return `선택 삭제 (${chosen.toLocaleString('ko')})`
  if (total === 0 || isUnfiltered({ ids: null, filter })) return '전체 삭제'
  return `조회된 ${total.toLocaleString('ko')}개 삭제`
}

function statusOf(total: number, filter: SlotFilter): string {
  const size = `${total.toLocaleString('ko')}개`
  return isUnfiltered({ ids: null, filter }) ? `전체 ${size}` : `필터 결과 ${size}`
}
