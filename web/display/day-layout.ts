import { madridTime, type Instant } from '../../domain/madrid-time.ts'

/** A slot's length; the timeline is drawn to this scale whatever the room's own slots last. */
const SLOT_MS = 10 * 60_000

/** How many slots' heights lie between two instants: elapsed time, also where the clock changes. */
export const slotsBetween = (from: Instant, to: Instant): number => (to - from) / SLOT_MS

type Mark = { at: number; text: string; isHour: boolean }

/** The times beside the timeline, every ten minutes on the clock. */
export function timeMarks(from: Instant, to: Instant): Mark[] {
  const first = Math.ceil(from / SLOT_MS) * SLOT_MS
  const count = Math.max(0, Math.floor((to - first) / SLOT_MS) + 1)
  return Array.from({ length: count }, (_, i) => {
    const instant = first + i * SLOT_MS
    const text = madridTime(instant)
    return { at: slotsBetween(from, instant), text, isHour: text.endsWith(':00') }
  })
}

/** Whether a time would stand under the pill that says what time it is now, on its way through the next minute. */
export const isNear = (at: number, minute: number): boolean => at - minute > -0.3 && at - minute < 0.4

// Screens that show the same for a day keep its outline. Around the place where it belongs, a step a minute.
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

/** Where the board stands in this minute, in steps from its place. */
export const stepAt = (now: Instant): readonly [number, number] =>
  PLACES[Math.floor(now / 60_000) % PLACES.length]!
