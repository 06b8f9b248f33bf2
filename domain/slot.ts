import { addDays, instantOf, madridDate, madridTime, startOfDay, type Instant } from './madrid-time.ts'

/** When a slot takes place: Madrid wall times (`HH:MM`, the end up to `24:00`), minutes, and the instants. */
export type SlotTimes = {
  time: string
  end_time: string
  duration: number
  starts_at: Instant
  ends_at: Instant
}

export type SlotState = 'past' | 'reserved' | 'available' | 'unavailable'
/** The same for one member: a time that this member holds, and a free one of a place above the member's tier. */
export type MemberSlotState = SlotState | 'own' | 'above_tier'

export type Interval = { starts_at: Instant; ends_at: Instant }

export const MEETING_SLOT_MINUTES = 10
export const TOUR_MINUTES = 25
/** How many slots one bulk creation may ask for. */
export const MAX_SLOTS = 500

/**
 * The times of one slot, or null when its wall time does not exist on that date (change to summer time) or it would
 * end after the day's 24:00. The end follows elapsed time, not the wall clock.
 */
export function slotTimes(date: string, time: string, duration: number): SlotTimes | null {
  const starts_at = instantOf(date, time)
  if (starts_at === null) return null
  const ends_at = starts_at + duration * 60_000
  const midnight = startOfDay(addDays(date, 1))
  if (ends_at > midnight) return null
  return {
    time,
    end_time: ends_at === midnight ? '24:00' : madridTime(ends_at),
    duration,
    starts_at,
    ends_at,
  }
}

/** True when two spans share time; touching ends do not. */
export const overlaps = (a: Interval, b: Interval): boolean =>
  a.starts_at < b.ends_at && b.starts_at < a.ends_at

/** Minutes since midnight of a wall time `HH:MM`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** The wall time so many minutes after midnight. */
export const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** True once a slot of that date and wall time has begun; it can then no longer be reserved. */
export function isPast(date: string, time: string, now: Instant): boolean {
  const today = madridDate(now)
  if (date !== today) return date < today
  const start = instantOf(date, time)
  return start === null || start <= now
}

/** The state in which a visitor sees a slot. The past wins over everything, a hold over a lock. */
export function slotState(
  slot: { time: string; is_locked: boolean; reservation: unknown },
  date: string,
  now: Instant,
): SlotState {
  if (isPast(date, slot.time, now)) return 'past'
  if (slot.reservation !== null) return 'reserved'
  return slot.is_locked ? 'unavailable' : 'available'
}

/**
 * The state in which one member sees a slot: `own` is a held one that the member's live reservation holds, `above_tier` a
 * free one that the member's tier does not open.
 */
export function memberSlotState(
  slot: { id: number; time: string; is_locked: boolean; reservation: unknown },
  member: { ownSlots: ReadonlySet<number>; hasTier: boolean },
  date: string,
  now: Instant,
): MemberSlotState {
  const state = slotState(slot, date, now)
  if (state === 'reserved' && member.ownSlots.has(slot.id)) return 'own'
  return state === 'available' && !member.hasTier ? 'above_tier' : state
}
