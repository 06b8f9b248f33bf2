import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Instant } from '../../../domain/madrid-time.ts'
import { slotState, type SlotState } from '../../../domain/slot.ts'
import { SLOT_TEXT } from '../../components/slot-text.ts'
import { Icon } from '../../ui/icon.tsx'
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

/** Times of a day in four columns. One of them is in the tab order; arrow keys move between them. */
export function SlotGrid<S extends GridSlot>({ slots, date, placeName, now, selected, onTap }: Props<S>) {
  const grid = useRef<HTMLDivElement>(null)
  const states = slots.map((slot) => slotState(slot, date, now))
  const [active, setActive] = useState(() => startingPoint(slots, states, selected))
  const columns = useColumns(grid)
  useJumpTo(grid, active)

  const move = (event: KeyboardEvent, at: number) => {
    const next = nextIndex(event.key, at, slots.length, columns)
    if (next === null) return
    event.preventDefault()
    ;(grid.current?.children[next] as HTMLElement | undefined)?.focus()
  }
  return (
    <div className="slot-grid" role="group" aria-label={`${placeName} 시간표`} ref={grid}>
      {slots.map((slot, i) => {
        const isSelected = selected.includes(slot.id)
        return (
          <Cell
            key={slot.id}
            slot={slot}
            state={states[i]!}
            placeName={placeName}
            isSelected={isSelected}
            isJoined={isSelected && selected.includes(slots[i + 1]?.id ?? 0)}
            isLastOfRow={(i + 1) % columns === 0}
            isFollowing={isSelected && selected.includes(slots[i - 1]?.id ?? 0)}
            inTabOrder={i === Math.min(active, slots.length - 1)}
            onKeyDown={(event) => move(event, i)}
            onFocus={() => setActive(i)}
            onTap={() => {
              // Not every browser gives the focus to a button that is pressed.
              setActive(i)
              onTap(slot)
            }}
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
  /** The next one is chosen too; the previous one is. */
  isJoined: boolean
  isFollowing: boolean
  isLastOfRow: boolean
  inTabOrder: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
  onTap: () => void
}

const Cell = ({
  slot,
  state,
  placeName,
  isSelected,
  isJoined,
  isFollowing,
  isLastOfRow,
  inTabOrder,
  onKeyDown,
  onFocus,
  onTap,
}: CellProps) => (
  <button
    type="button"
    className="slot"
    data-state={isSelected ? 'selected' : state}
    data-joined={isJoined ? (isLastOfRow ? 'below' : 'beside') : undefined}
    data-following={isFollowing || undefined}
    aria-pressed={state === 'available' ? isSelected : undefined}
    aria-disabled={state !== 'available' || undefined}
    tabIndex={inTabOrder ? 0 : -1}
    onKeyDown={onKeyDown}
    onFocus={onFocus}
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

function nextIndex(key: string, at: number, count: number, columns: number): number | null {
  const steps: Record<string, number> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: columns,
    ArrowUp: -columns,
  }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  if (step === undefined) return null
  const next = at + step
  return next >= 0 && next < count ? next : at
}

/** Four, or as many as fit the text. */
function useColumns(grid: { current: HTMLElement | null }): number {
  const [columns, setColumns] = useState(4)
  useEffect(() => {
    const target = grid.current!
    const watch = new ResizeObserver(() =>
      setColumns(getComputedStyle(target).gridTemplateColumns.split(' ').length),
    )
    watch.observe(target)
    return () => watch.disconnect()
  }, [grid])
  return columns
}

/** Where a grid opens: at what is chosen, else at the first time that can be had. */
function startingPoint(
  slots: readonly GridSlot[],
  states: readonly SlotState[],
  selected: readonly number[],
): number {
  const chosen = slots.findIndex((slot) => selected.includes(slot.id))
  return Math.max(0, chosen >= 0 ? chosen : states.indexOf('available'))
}

/** In the afternoon the morning fills the screen, so a new grid scrolls to where it opens. */
function useJumpTo(grid: { current: HTMLElement | null }, index: number) {
  const at = useRef(index)
  useEffect(() => {
    // In braces: newer browsers return a promise here, which React would take for a clean-up.
    grid.current?.children[at.current]?.scrollIntoView({ block: 'nearest' })
  }, [grid])
}
