import { memo, useRef, type MouseEvent } from 'react'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { between, checkedOf } from '../components/use-selection.ts'
import { TierBadge } from '../../components/tier.tsx'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useRovingFocus, walkColumns } from '../../ui/panel/use-roving-focus.ts'
import { lookOf, type Slot, type SlotGroup, type SlotLook } from './slot-groups.ts'
import { waitingText } from '../components/waitlist/waiting-counts.ts'
import { ToolIcon } from '../../ui/list/tool-icon.tsx'
import { figures } from '../../ui/figures.ts'

type Props = {
  group: SlotGroup
  chosen: readonly number[]
  onMark: (ids: readonly number[], on: boolean) => void
  /** By slot id. */
  waiting: ReadonlyMap<number, number>
}

const isSame = <Item,>(a: readonly Item[], b: readonly Item[]) =>
  a.length === b.length && a.every((item, i) => item === b[i])

/** Arrow keys move, with Shift they choose. Memoized: thousands of slots are shown at once. */
export const SlotGroupCard = memo(
  Group,
  (a, b) =>
    isSame(a.group.slots, b.group.slots) &&
    isSame(a.chosen, b.chosen) &&
    a.group.place === b.group.place &&
    a.onMark === b.onMark &&
    a.waiting === b.waiting,
)

function Group({ group: { date, place, slots }, chosen, onMark, waiting }: Props) {
  const grid = useRef<HTMLDivElement>(null)
  const anchor = useRef<number | null>(null)
  const ids = slots.map(({ id }) => id)
  const has = new Set(chosen)
  const press = (at: number) => (event: MouseEvent) => {
    const id = ids[at]!
    const on = !has.has(id)
    onMark(event.shiftKey ? between(ids, anchor.current, id) : [id], on)
    anchor.current = id
  }
  const focus = useRovingFocus(grid, {
    cells: 'button',
    walk: walkColumns,
    start: ['button'],
    onMove(from, to, { shiftKey }) {
      if (!shiftKey) return
      anchor.current ??= ids[from]!
      onMark(between(ids, ids[from]!, ids[to]!), true)
    },
  })
  return (
    <article className="card slot-group" aria-label={`${place.name} ${shortKoreanDate(date)}`}>
      <header className="row slot-group__head">
        <h4 className="grow">
          <span translate="no">{place.name}</span> <TierBadge of={place} />
        </h4>
        <span {...figures('muted small')}>{slots.length}개</span>
        <Checkbox
          checked={checkedOf(chosen.length, ids.length)}
          onChange={() => onMark(ids, chosen.length < ids.length)}
        >
          전체
          <span {...figures('visually-hidden')}> 선택: {`${place.name} ${shortKoreanDate(date)}`}</span>
        </Checkbox>
      </header>
      <div
        className="slot-group__grid"
        role="group"
        aria-label={`${place.name} 시간표`}
        ref={grid}
        {...focus}
      >
        {slots.map((slot, i) => (
          <SlotCell
            key={slot.id}
            slot={slot}
            isChosen={has.has(slot.id)}
            waiting={waiting.get(slot.id) ?? 0}
            onClick={press(i)}
          />
        ))}
      </div>
    </article>
  )
}

const LOOK_TEXT: Readonly<Record<SlotLook, string>> = {
  locked: '잠김',
  available: '예약 가능',
  held: '예약됨',
  'locked-held': '예약됨, 잠김',
}

type CellProps = {
  slot: Slot
  isChosen: boolean
  waiting: number
  onClick: (event: MouseEvent) => void
}

function SlotCell({ slot, isChosen, waiting, onClick }: CellProps) {
  const look = lookOf(slot)
  return (
    <button
      type="button"
      className="slot-cell"
      data-look={look}
      data-chosen={isChosen || undefined}
      aria-pressed={isChosen}
      tabIndex={-1}
      onClick={onClick}
    >
      {isChosen && <Icon name="check" />}
      <span {...figures('strong slot-cell__time')}>{slot.time}</span>{' '}
      <span className="row slot-cell__signs" data-wrap aria-hidden="true">
        {slot.is_locked && <ToolIcon name="lock" />}
        {look.endsWith('held') && <span className="small slot-cell__word">예약됨</span>}
        {waiting > 0 && <span className="small strong slot-cell__waiting">{`+${waiting}`}</span>}
      </span>
      <span className="visually-hidden">{LOOK_TEXT[look]}</span>
      <span className="visually-hidden">
        {`${slot.end_time ? `, ${slot.end_time}까지` : ''}${waiting > 0 ? `, ${waitingText(waiting)}` : ''}`}
      </span>
    </button>
  )
}
