import { useEffect, useRef, useState } from 'react'
import type { Instant } from '../../../domain/madrid-time.ts'
import { memberSlotState, type MemberSlotState } from '../../../domain/slot.ts'
import { hasTierFor, type TierFlags } from '../../../domain/tier.ts'
import type { ChosenSlot } from '../../paths.ts'
import { columnsOf, tabStopIn, useRovingFocus, walkColumns } from '../../ui/panel/use-roving-focus.ts'
import { NO_OWN_TIMES, TellOwnTimes } from './own-times.ts'
import { SlotCell } from './slot-cell.tsx'
import { useMember } from './use-member.ts'
import './slot-grid.css'

type GridSlot = ChosenSlot & { is_locked: boolean; reservation: unknown }

type Props<S> = {
  kind: 'tour' | 'room'
  slots: readonly S[]
  date: string
  placeName: string
  /** The tier that the place asks for. */
  tier: TierFlags
  now: Instant
  selected: readonly number[]
  /** A tap on a time of one's own leads to the reservation. */
  opensOwn?: boolean
  onTap: (slot: S, state: MemberSlotState) => void
  /** Takes times: to wait for them, or, when they are free by now, to book them. */
  onWait: (slots: readonly ChosenSlot[], waits: boolean) => void
}

/** A grid opens at what is chosen, else at the first time that can be had. */
const SLOTS = {
  cells: 'button',
  walk: walkColumns,
  start: ['[data-state=selected]', '[data-state=available]', 'button'],
}

/** Times of a day in four columns. One of them is in the tab order; arrow keys move between them. */
export function SlotGrid<S extends GridSlot>({
  kind,
  slots,
  date,
  placeName,
  tier,
  now,
  selected,
  opensOwn = false,
  onTap,
  onWait,
}: Props<S>) {
  const member = useMember()
  const [own, setOwn] = useState(NO_OWN_TIMES)
  const hasTier = hasTierFor(member, tier)
  const grid = useRef<HTMLDivElement>(null)
  const columns = useColumns(grid)
  const focus = useRovingFocus(grid, SLOTS)
  useJump(grid)
  const has = (i: number) => selected.includes(slots[i]?.id ?? 0)
  return (
    <div className="slot-grid" role="group" aria-label={`${placeName} 시간표`} ref={grid} {...focus}>
      <TellOwnTimes
        onKnown={setOwn}
        grid={{ kind, date, now, place: { ...tier, name: placeName, slots }, onWait }}
      />
      {slots.map((slot, i) => {
        const isSelected = has(i)
        const state = memberSlotState(slot, { ownSlots: own.slots, hasTier }, date, now)
        const line = state === 'reserved' ? own.lineOf(slot.id, hasTier) : undefined
        return (
          <SlotCell
            key={slot.id}
            slot={slot}
            state={state}
            placeName={placeName}
            isSelected={isSelected}
            joined={isSelected && has(i + 1) ? ((i + 1) % columns === 0 ? 'below' : 'beside') : undefined}
            isFollowing={isSelected && has(i - 1)}
            opensOwn={opensOwn}
            line={line}
            lineWords={line ? own.lineWords!(line) : null}
            onTap={() => (line === 0 ? own.ask!([...selected, slot.id]) : onTap(slot, line ? 'own' : state))}
          />
        )
      })}
    </div>
  )
}

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
    const cell = tabStopIn(grid.current!)
    // Where nothing can be had, what is said above the grid is what people should see.
    if (cell?.getAttribute('aria-disabled') !== 'true') cell?.scrollIntoView({ block: 'nearest' })
  }, [grid])
}
