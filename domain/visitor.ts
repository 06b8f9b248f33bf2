export const TOUR_MAX_VISITORS = 30

/** Why a party of that size cannot come, or null. */
export function checkPartySize(count: number, max: number): 'too_few' | 'too_many' | null {
  if (isPartySize(count, max)) return null
  return count > max ? 'too_many' : 'too_few'
}

/** True when a party of that size fits: 1 to 30 for a tour, 1 to the room's capacity for a meeting. */
export const isPartySize = (count: number, max: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= max
