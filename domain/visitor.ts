export const TOUR_MAX_VISITORS = 30

/** True when a party of that size fits: 1 to 30 for a tour, 1 to the room's capacity for a meeting. */
export const isPartySize = (count: number, most: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= most
