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

type GridSlot = ChosenSlot & { is_locked: boolean; is_closed?: boolean | undefined; reservation: unknown }

type Props<S> = {
  kind: 'tour' | 'room'
  slots: readonly S[]
  date: string
  placeName: string
  tier: TierFlags
  now: Instant
  selected: readonly number[]
  opensOwn?: boolean
  onTap: (slot: S, state: MemberSlotState) => void
  /** Books the times, or waits for them; without it, nobody can wait here. */
  onWait?: (slots: readonly ChosenSlot[], waits: boolean) => void
}

/** The selection, else the first free time. */
const SLOTS = {
  cells: 'button',
  walk: walkColumns,
  start: ['[data-state=selected]', '[data-state=available]', 'button'],
}

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
        grid={onWait && { kind, date, now, place: { ...tier, name: placeName, slots }, onWait }}
      />
      {slots.map((slot, i) => {
        const isSelected = has(i)
        const state = memberSlotState(slot, { ownSlots: own.slots, hasTier }, date, now)
        const line = onWait && state === 'reserved' ? own.lineOf(slot, hasTier) : undefined
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

/** Past times may fill the screen, so scroll to the first tab stop. */
function useJump(grid: { current: HTMLElement | null }) {
  useEffect(() => {
    const cell = tabStopIn(grid.current!)
    // A ticket, or the message that nothing is free, is more important.
    if (document.querySelector('.today')) return
    if (cell?.getAttribute('aria-disabled') !== 'true') cell?.scrollIntoView({ block: 'nearest' })
  }, [grid])
}
