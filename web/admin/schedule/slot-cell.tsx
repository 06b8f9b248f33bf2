import type { MouseEvent } from 'react'
import { waitingText } from '../components/waitlist/waiting-counts.ts'
import { ToolIcon } from '../../ui/list/tool-icon.tsx'
import { lookOf, type Slot, type SlotLook } from './slot-groups.ts'

const LOOK_TEXT: Readonly<Record<SlotLook, string>> = {
  locked: '잠김',
  available: '예약 가능',
  held: '예약됨',
  'locked-held': '예약됨, 잠김',
}

type Props = {
  slot: Slot
  isChosen: boolean
  waiting: number
  onClick: (event: MouseEvent) => void
}

export function SlotCell({ slot, isChosen, waiting, onClick }: Props) {
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
      <span className="slot-cell__time">{slot.time}</span>{' '}
      <span className="slot-cell__signs" aria-hidden="true">
        {slot.is_locked && <ToolIcon name="lock" />}
        {look.endsWith('held') && <span className="slot-cell__word">예약됨</span>}
        {waiting > 0 && <span className="slot-cell__waiting">+{waiting}</span>}
      </span>
      <span className="visually-hidden">{LOOK_TEXT[look]}</span>
      <span className="visually-hidden">
        {slot.end_time && `, ${slot.end_time}까지`}
        {waiting > 0 && `, ${waitingText(waiting)}`}
      </span>
    </button>
  )
}
