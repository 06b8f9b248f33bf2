import type { ScheduleSlot } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isPast } from '../../../domain/slot.ts'
import { tapSlot } from '../../../domain/slot-range.ts'
import type { Kind } from './choice.ts'

export const ALERTS = {
  no_docent: '도슨트를 선택해주세요.',
  no_room: '미팅룸을 선택해주세요.',
  no_time: '예약하실 시간을 선택해주세요.',
  range_blocked: '선택한 범위 내에 예약할 수 없는 시간이 포함되어 있습니다.',
  middle_slot: '연속된 시간으로만 예약이 가능합니다. 처음이나 마지막 시간만 취소할 수 있습니다.',
} as const
export type Alert = keyof typeof ALERTS

type Tap = { selected: number[] } | { problem: Alert } | null

/** The selection after a tap: a tour is one slot, a meeting a range. Null: the tap means nothing. */
export function tap(
  kind: Kind,
  slots: readonly ScheduleSlot[],
  chosen: readonly number[],
  slot: ScheduleSlot,
  isFree: (slot: ScheduleSlot) => boolean,
): Tap {
  if (!isFree(slot) && (kind === 'tour' || chosen.length === 0)) return null
  if (kind === 'room') return tapSlot(slots, chosen, slot.id, isFree)
  return { selected: chosen.includes(slot.id) ? [] : [slot.id] }
}

/** The chosen slots while every one of them can still be had; what a range loses, it loses whole. */
export function stillFree(
  slots: readonly ScheduleSlot[],
  chosen: readonly number[],
  isFree: (slot: ScheduleSlot) => boolean,
): ScheduleSlot[] {
  const free = slots.filter((slot) => chosen.includes(slot.id) && isFree(slot))
  return free.length === chosen.length ? free : []
}

/** Why a selection was lost. */
export function lossText(
  slots: readonly ScheduleSlot[],
  chosen: readonly number[],
  date: string,
  now: Instant,
): string {
  const lost = slots.filter((slot) => chosen.includes(slot.id))
  if (lost.some((slot) => isPast(date, slot.time, now)))
    return '선택하신 시간이 지났습니다. 다른 시간을 선택해주세요.'
  return '선택하신 시간이 방금 마감되었습니다. 다른 시간을 선택해주세요.'
}

/** From when to when, and how many minutes, by the slots themselves. */
export function spanOf(slots: readonly ScheduleSlot[]): { time: string; end_time: string; minutes: number } {
  return {
    time: slots[0]!.time,
    end_time: slots.at(-1)!.end_time,
    minutes: slots.reduce((sum, slot) => sum + slot.duration, 0),
  }
}
