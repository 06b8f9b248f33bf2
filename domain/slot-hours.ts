import type { Instant } from './madrid-time.ts'
import { minutesOf, slotState, type DaySlot } from './slot.ts'

export type SlotHour = { hour: number; free: number; state: 'free' | 'full' | 'past' }

export const hourOf = (slot: { time: string }): number => Math.floor(minutesOf(slot.time) / 60)

/** Sorted; past once its last slot has begun. */
export function hoursOf(slots: readonly DaySlot[], date: string, now: Instant): SlotHour[] {
  const hours = [...new Set(slots.map(hourOf))].sort((a, b) => a - b)
  return hours.map((hour) => {
    const states = slots.filter((slot) => hourOf(slot) === hour).map((slot) => slotState(slot, date, now))
    const free = states.filter((state) => state === 'available').length
    const isOver = states.every((state) => state === 'past')
    return { hour, free, state: free > 0 ? 'free' : isOver ? 'past' : 'full' }
  })
}
