import type { KeyboardEvent, MouseEvent } from 'react'
import { ToolIcon } from '../../ui/tool-icon.tsx'
import { lookOf, type Slot, type SlotLook } from './slot-groups.ts'

const LOOK_TEXT: Readonly<Record<SlotLook, string>> = {
  locked: '잠김',
  available: '예약 가능',
  held: '예약됨',
}

type Props = {
  slot: Slot
  isChosen: boolean
  inTabOrder: boolean
  onKeyDown: (event: KeyboardEvent) => void
  onClick: (event: MouseEvent) => void
}

/** One slot: its time, and by colour, sign and word what it is. */
export function SlotCell({ slot, isChosen, inTabOrder, onKeyDown, onClick }: Props) {
  const look = lookOf(slot)
  return (
    <button
      type="button"
      className="slot-cell"
      data-look={look}
      data-chosen={isChosen || undefined}
      aria-pressed={isChosen}
      tabIndex={inTabOrder ? 0 : -1}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <span className="slot-cell__time">{slot.time}</span> {look === 'locked' && <ToolIcon name="lock" />}
      <span className={look === 'held' ? 'slot-cell__word' : 'visually-hidden'}>{LOOK_TEXT[look]}</span>
      <span className="visually-hidden">, {slot.end_time}까지</span>
    </button>
  )
}
