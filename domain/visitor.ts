export const TOUR_MAX_VISITORS = 30

export function checkPartySize(count: number, max: number): 'too_few' | 'too_many' | null {
  if (isPartySize(count, max)) return null
  return count > max ? 'too_many' : 'too_few'
}

/** A whole number, 1 to `max`. */
export const isPartySize = (count: number, max: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= max
