import { Suspense, useMemo, useRef, useState } from 'react'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { useSelection } from '../components/use-selection.ts'
import { lazyScreen } from '../../shell/lazy-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { useWaitingCounts } from '../components/waitlist/waiting-counts.ts'
import { useKey } from './use-key.ts'
import { EmptyState } from '../../ui/notice.tsx'
import { ToolIcon } from '../../ui/list/tool-icon.tsx'
import { adminToast } from '../../ui/toast.ts'
import { NO_FILTER, type SlotFilter } from './address.ts'
import { SlotActions } from './slot-actions.tsx'
import './slot-board.css'
import { SlotGroupCard } from './slot-group-card.tsx'
import { groupSlots, type Slot } from './slot-groups.ts'
import type { SlotKind } from './slot-kind.ts'
import { TASK_TEXTS, type SlotAction, type SlotTask } from './slot-task.ts'

const SlotLineDialog = lazyScreen(() => import('./slot-line-dialog.tsx'))
const SlotTaskDialog = lazyScreen(() => import('./slot-task-dialog.tsx'))

type Props = {
  kind: SlotKind
  slots: readonly Slot[]
  /** How many the filter lets through, on days that are not in view too. */
  total: number
  filter: SlotFilter
  onFilter: (filter: SlotFilter) => void
}

/** The slots of the day in view that the filter lets through, by date and by docent or room, and what can be done with them. */
export function SlotBoard({ kind, slots, total, filter, onFilter }: Props) {
  const days = useMemo(() => groupSlots(slots), [slots])
  const shown = useMemo(() => slots.map(({ id }) => id), [slots])
  const selection = useSelection(shown)
  const [task, setTask] = useState<SlotTask | null>(null)
  const chosen = new Set(selection.chosen)
  const ask = (action: SlotAction, onlyChosen = false) => {
    const ids = chosen.size > 0 ? selection.chosen : null
    const count = ids?.length ?? (onlyChosen ? 0 : total)
    if (count === 0) adminToast.error(TASK_TEXTS[action].none)
    else setTask({ action, kind, ids, count, filter, days })
  }
  // The days in view are one.
  const { slots: waiting } = useWaitingCounts(days[0]?.date)
  const [lined, setLined] = useState<number | null>(null)
  const one = selection.chosen.length === 1 ? selection.chosen[0]! : null
  const linedSlot = slots.find(({ id }) => id === lined)
  const board = useRef<HTMLDivElement>(null)
  // Without a choice the key does nothing: what it would delete may be far out of sight.
  useKey(board, 'Delete', () => ask('delete', true))
  return (
    <div className="stack">
      {slots.length === 0 ? (
        <Empty filter={filter} onFilter={onFilter} />
      ) : (
        <div className="stack" ref={board}>
          <Legend />
          {days.map(({ date, groups }) => (
            <section key={date} className="stack" data-gap="8">
              <h3 className="slot-board__date numerals">{koreanDate(date)}</h3>
              <div className="slot-board__groups">
                {groups.map((group) => (
                  <SlotGroupCard
                    key={group.key}
                    group={group}
                    chosen={group.slots.map(({ id }) => id).filter((id) => chosen.has(id))}
                    onMark={selection.mark}
                    waiting={waiting}
                  />
                ))}
              </div>
            </section>
          ))}
        </div>
      )}
      <SlotActions
        chosen={chosen.size}
        total={total}
        filter={filter}
        waiting={waiting.get(one ?? 0) ?? 0}
        onAsk={ask}
        onLine={() => setLined(one)}
        onClear={selection.clear}
      />
      <Suspense fallback={null}>
        {linedSlot && <SlotLineDialog slot={linedSlot} onClose={() => setLined(null)} />}
        {task && <SlotTaskDialog task={task} onDone={selection.clear} onClose={() => setTask(null)} />}
      </Suspense>
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
  <ul className="slot-board__legend small" aria-label="범례">
    <li>
      <span className="slot-board__sample" data-look="available" /> 예약 가능
    </li>
    <li>
      <span className="slot-board__sample" data-look="held" /> 예약됨
    </li>
    <li>
      <span className="slot-board__sample" data-look="locked">
        <ToolIcon name="lock" />
      </span>{' '}
      잠김
    </li>
    <li>
      <span className="slot-board__sample" data-look="locked-held">
        <ToolIcon name="lock" />
      </span>{' '}
      예약됨, 잠김
    </li>
  </ul>
)
