import { useEffect, useRef, useState } from 'react'
import type { Instant } from '../../../domain/madrid-time.ts'
import { slotState, type SlotState } from '../../../domain/slot.ts'
import { SLOT_TEXT } from '../../components/slot-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { columnsOf, tabStopIn, useRovingFocus, walkColumns } from '../../ui/focus/use-roving-focus.ts'
import './slot-grid.css'

type GridSlot = { id: number; time: string; end_time: string; is_locked: boolean; reservation: unknown }

type Props<S> = {
  slots: readonly S[]
  date: string
  placeName: string
  now: Instant
  selected: readonly number[]
  onTap: (slot: S) => void
}

/** A grid opens at what is chosen, else at the first time that can be had. */
const SLOTS = {
  cells: 'button',
  walk: walkColumns,
  start: ['[data-state=selected]', '[data-state=available]', 'button'],
}

/** Times of a day in four columns. One of them is in the tab order; arrow keys move between them. */
export function SlotGrid<S extends GridSlot>({ slots, date, placeName, now, selected, onTap }: Props<S>) {
  const grid = useRef<HTMLDivElement>(null)
  const columns = useColumns(grid)
  const focus = useRovingFocus(grid, SLOTS)
  useJump(grid)
  const has = (i: number) => selected.includes(slots[i]?.id ?? 0)
  return (
    <div className="slot-grid" role="group" aria-label={`${placeName} 시간표`} ref={grid} {...focus}>
      {slots.map((slot, i) => {
        const isSelected = has(i)
        return (
          <Cell
            key={slot.id}
            slot={slot}
            state={slotState(slot, date, now)}
            placeName={placeName}
            isSelected={isSelected}
            joined={isSelected && has(i + 1) ? ((i + 1) % columns === 0 ? 'below' : 'beside') : undefined}
            isFollowing={isSelected && has(i - 1)}
            onTap={() => onTap(slot)}
          />
        )
      })}
    </div>
  )
}

type CellProps = {
  slot: GridSlot
  state: SlotState
  placeName: string
  isSelected: boolean
  /** The next one is chosen too, and stands there; the previous one is. */
  joined: 'beside' | 'below' | undefined
  isFollowing: boolean
  onTap: () => void
}

const Cell = ({ slot, state, placeName, isSelected, joined, isFollowing, onTap }: CellProps) => (
  <button
    type="button"
    className="slot"
    data-state={isSelected ? 'selected' : state}
    data-joined={joined}
    data-following={isFollowing || undefined}
    aria-pressed={state === 'available' ? isSelected : undefined}
    aria-disabled={state !== 'available' || undefined}
    tabIndex={-1}
    onClick={onTap}
  >
    {isSelected && <Icon name="check" />}
    <span className="slot__time">{slot.time}</span>{' '}
    {state !== 'available' && <span className="slot__state">{SLOT_TEXT[state]}</span>}
    <span className="visually-hidden">
      {state === 'available' && (isSelected ? '선택됨' : SLOT_TEXT.available)}, {slot.end_time}까지,{' '}
      {placeName}
    </span>
  </button>
)

/** Four, or as many as fit the text. */
function useColumns(grid: { current: HTMLElement | null }): number {
  const [columns, setColumns] = useState(4)
  useEffect(() => {
    const target = grid.current!
    const watch = new ResizeObserver(() => setColumns(columnsOf(target)))
    watch.observe(target)
    return () => watch.disconnect()
  }, [grid])
  return columns
}

/** In the afternoon the morning fills the screen, so a new grid scrolls to where it opens. */
function useJump(grid: { current: HTMLElement | null }) {
  useEffect(() => {
    // In braces: newer browsers return a promise here, which React would take for a clean-up.
    tabStopIn(grid.current!)?.scrollIntoView({ block: 'nearest' })
  }, [grid])
}
