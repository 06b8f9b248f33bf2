import { partOf, runFrom } from './free-run.ts'
import type { Instant } from './madrid-time.ts'
import { freeAt, minutesOf, type DayTime } from './slot.ts'
import { hasTierFor, type TierFlags } from './tier.ts'
import { isPartySize } from './booking.ts'

type DayPlace<S> = TierFlags & { id: number; most_visitors: number; language?: string; slots: readonly S[] }

export type Wanted = {
  place_id: number
  language?: string
  time: string
  /** Null for tours. */
  minutes: number | null
  count: number
  member: TierFlags
}

export const MAX_OFFERS = 3

/** Same time, then same place, then nearest; one of the same place if possible. */
export function nearestFree<S extends DayTime, P extends DayPlace<S>>(
  places: readonly P[],
  wanted: Wanted,
  date: string,
  now: Instant,
): { place: P; slots: S[] }[] {
  const isFree = freeAt(date, now)
  const ranked = places
    .filter((place) => hasTierFor(wanted.member, place) && isPartySize(wanted.count, place.most_visitors))
    .flatMap((place) => {
      const free = place.slots.filter(isFree)
      return free.flatMap((first) => {
        const slots = partOf(runFrom<S>(free, first.id), wanted.minutes ?? first.duration)
        return slots ? [{ offer: { place, slots }, ...distance(place, first, wanted) }] : []
      })
    })
    .filter(({ isThere, away }) => !isThere || away !== 0)
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        Math.abs(a.away) - Math.abs(b.away) ||
        b.away - a.away ||
        Number(b.hasLanguage) - Number(a.hasLanguage),
    )
  const shown = ranked.slice(0, MAX_OFFERS)
  const there = ranked.find(({ isThere }) => isThere)
  if (there && !shown.includes(there)) shown[MAX_OFFERS - 1] = there
  return shown.map(({ offer }) => offer)
}

function distance(place: { id: number; language?: string }, { time }: { time: string }, wanted: Wanted) {
  const isThere = place.id === wanted.place_id
  const away = minutesOf(time) - minutesOf(wanted.time)
  return {
    isThere,
    away,
    hasLanguage: place.language === wanted.language,
    rank: away === 0 ? 0 : isThere ? 1 : 2,
  }
}
