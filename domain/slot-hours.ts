import type { Instant } from './madrid-time.ts'
import { minutesOf, slotState } from './slot.ts'

type HourSlot = { time: string; is_locked: boolean; reservation: unknown }

/** An hour in which slots begin: how many of them can be had, and what it is when none can. */
export type SlotHour = { hour: number; free: number; state: 'free' | 'full' | 'past' }

/** The hour of the day in which a slot begins. */
export const hourOf = (slot: { time: string }): number => Math.floor(minutesOf(slot.time) / 60)

/** The hours of one day in which slots begin, in order. An hour is past once its last slot has begun. */
export function hoursOf(slots: readonly HourSlot[], date: string, now: Instant): SlotHour[] {
  const hours = [...new Set(slots.map(hourOf))].toSorted((a, b) => a - b)
  return hours.map((hour) => {
    const states = slots.filter((slot) => hourOf(slot) === hour).map((slot) => slotState(slot, date, now))
    const free = states.filter((state) => state === 'available').length
    const isOver = states.every((state) => state === 'past')
    return { hour, free, state: free > 0 ? 'free' : isOver ? 'past' : 'full' }
  })
}
