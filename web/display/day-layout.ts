import { madridTime, type Instant } from '../../domain/madrid-time.ts'

const SLOT_MS = 10 * 60_000

/** Elapsed time, so that clock changes count. */
export const slotsBetween = (from: Instant, to: Instant): number => (to - from) / SLOT_MS

type Mark = { at: number; text: string; isHour: boolean }

export function timeMarks(from: Instant, to: Instant): Mark[] {
  const first = Math.ceil(from / SLOT_MS) * SLOT_MS
  const count = Math.max(0, Math.floor((to - first) / SLOT_MS) + 1)
  return Array.from({ length: count }, (_, i) => {
    const instant = first + i * SLOT_MS
    const text = madridTime(instant)
    return { at: slotsBetween(from, instant), text, isHour: text.endsWith(':00') }
  })
}

/** The current time's label would cover this mark. */
export const isNear = (at: number, minute: number): boolean => at - minute > -0.3 && at - minute < 0.4

// Against burn-in: moves the board one step a minute.
const PLACES = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
] as const

export const stepAt = (now: Instant): readonly [number, number] =>
  PLACES[Math.floor(now / 60_000) % PLACES.length]!
