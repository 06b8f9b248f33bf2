import type { SlotState } from '../../domain/slot.ts'

/** A slot's state as people read it. */
export const SLOT_TEXT: Readonly<Record<SlotState, string>> = {
  past: '지난 시간',
  reserved: '예약됨',
  available: '예약 가능',
  unavailable: '예약 불가',
}
