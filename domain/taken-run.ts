import { runFrom } from './free-run.ts'
import type { Time } from './free-times.ts'
import type { Instant } from './madrid-time.ts'
import { slotState } from './slot.ts'

type DaySlot = Time & { is_locked: boolean; reservation: unknown }

/** The member who would wait: the slots that their own reservations hold, and whether they may book at the place. */
type Waiter = { ownSlots: ReadonlySet<number>; hasTier: boolean }

/** True when somebody else has a slot that could be waited for: it is neither past nor the member's own. */
const isTaken = (slot: DaySlot, { ownSlots }: Waiter, date: string, now: Instant): boolean =>
  slotState(slot, date, now) === 'reserved' && !ownSlots.has(slot.id)

/** True when one at least of these slots is taken, so that the others can only be waited for with it. */
export const hasTaken = (
  slots: readonly DaySlot[],
  waiter: Waiter,
  date: string,
  now: Instant,
): boolean => slots.some((slot) => isTaken(slot, waiter, date, now))

/**
 * The slots from one on without a gap that a member could wait for together: taken or free ones, none of them past,
 * locked or the member's own. None when the place is above their tier. `slots` are a place's day in order.
 */
export function takenRun<S extends DaySlot>(
  slots: readonly S[],
  id: number,
  waiter: Waiter,
  date: string,
  now: Instant,
): S[] {
  if (!waiter.hasTier) return []
  const wanted = slots.filter(
    (slot) => slotState(slot, date, now) === 'available' || isTaken(slot, waiter, date, now),
  )
  return runFrom(wanted, id)
}
