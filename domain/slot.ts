import { MINUTE, endOfDay, instantOf, madridDate, madridEnd, type Instant } from './madrid-time.ts'

export type SlotTimes = {
  time: string
  end_time: string
  duration: number
  starts_at: Instant
  ends_at: Instant
}

/** `closed`: free, but booking has ended. */
export type SlotState = 'past' | 'reserved' | 'available' | 'unavailable' | 'closed'
/** `requested`: by an undecided request of one's own. */
export type OwnSlotState = 'own' | 'requested'
export type MemberSlotState = SlotState | OwnSlotState | 'above_tier'

export const isOwn = (state: MemberSlotState) => state === 'own' || state === 'requested'

export type Interval = { starts_at: Instant; ends_at: Instant }

export const MEETING_SLOT_MINUTES = 10
export const TOUR_MINUTES = 25
export const MAX_SLOTS = 500

/** Elapsed minutes; null if skipped in spring or past 24:00. */
export function slotTimes(date: string, time: string, duration: number): SlotTimes | null {
  const starts_at = instantOf(date, time)
  if (starts_at === null) return null
  const ends_at = starts_at + duration * MINUTE
  if (ends_at > endOfDay(date)) return null
  return {
    time,
    end_time: madridEnd(ends_at),
    duration,
    starts_at,
    ends_at,
  }
}

/** Touching ends do not overlap. */
export const overlaps = (a: Interval, b: Interval): boolean =>
  a.starts_at < b.ends_at && b.starts_at < a.ends_at

/** Since midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

export const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export function isPast(date: string, time: string, now: Instant): boolean {
  const today = madridDate(now)
  if (date !== today) return date < today
  const start = instantOf(date, time)
  return start === null || start <= now
}

export type DaySlot = {
  time: string
  is_locked: boolean
  reservation: unknown
  is_available?: boolean | undefined
}
export type Time = { id: number; time: string; end_time: string; duration: number }
export type DayTime = Time & DaySlot

/** Past hides held; held hides locked. */
export function slotState(slot: DaySlot, date: string, now: Instant): SlotState {
  if (isPast(date, slot.time, now)) return 'past'
  if (slot.reservation !== null) return 'reserved'
  return slot.is_locked ? 'unavailable' : slot.is_available === false ? 'closed' : 'available'
}

export const freeAt =
  (date: string, now: Instant) =>
  (slot: DaySlot): boolean =>
    slotState(slot, date, now) === 'available'

export function memberSlotState(
  slot: DaySlot & { id: number },
  member: { ownSlots: ReadonlyMap<number, OwnSlotState>; hasTier: boolean },
  date: string,
  now: Instant,
): MemberSlotState {
  const state = slotState(slot, date, now)
  if (state === 'reserved') return member.ownSlots.get(slot.id) ?? state
  return state === 'available' && !member.hasTier ? 'above_tier' : state
}
