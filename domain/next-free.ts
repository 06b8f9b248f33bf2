import type { Instant } from './madrid-time.ts'
import { freeAt, type DaySlot } from './slot.ts'
import { hasTierFor, type TierFlags } from './tier.ts'

/** `date`, later ones, then earlier ones from `today`. */
export function daysToSearch(dates: readonly string[], date: string, today: string): string[] {
  const days = dates.filter((day) => day !== date && day >= today).sort()
  return [date, ...days.filter((day) => day > date), ...days.filter((day) => day < date)]
}

/** Preferably at the `wanted` place. */
export function nextFree<S extends DaySlot, P extends TierFlags & { id: number; slots: readonly S[] }>(
  places: readonly P[],
  wanted: number,
  member: TierFlags,
  date: string,
  now: Instant,
): { place: P; slot: S } | undefined {
  const allowed = places.filter((place) => hasTierFor(member, place))
  const inOrder = [...allowed.filter(({ id }) => id === wanted), ...allowed.filter(({ id }) => id !== wanted)]
  for (const place of inOrder) {
    const slot = place.slots.find(freeAt(date, now))
    if (slot) return { place, slot }
  }
  return undefined
}
