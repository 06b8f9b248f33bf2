import type { Instant } from '../../domain/madrid-time.ts'
import { isPast, type MemberSlotState } from '../../domain/slot.ts'

export const SLOT_TEXT: Readonly<Record<MemberSlotState, string>> = {
  past: '지난 시간',
  reserved: '예약됨',
  available: '예약 가능',
  unavailable: '예약 불가',
  closed: '예약 마감',
  own: '내 예약',
  requested: '대기중',
  above_tier: '예약 불가',
}

export const BLOCKED_TEXT = '선택한 범위 내에 예약할 수 없는 시간이 포함되어 있습니다.'

export const LOSS_TEXT = {
  past: '선택하신 시간이 지났습니다. 다른 시간을 선택해주세요.',
  taken: '선택하신 시간이 방금 마감되었습니다. 다른 시간을 선택해주세요.',
} as const

export function lossText(
  slots: readonly { id: number; time: string }[],
  chosen: readonly number[],
  date: string,
  now: Instant,
): string {
  const lost = slots.filter((slot) => chosen.includes(slot.id))
  return LOSS_TEXT[lost.some((slot) => isPast(date, slot.time, now)) ? 'past' : 'taken']
}
