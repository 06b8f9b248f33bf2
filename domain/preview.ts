import { groupBy } from './group-by.ts'
import { TOUR_MINUTES } from './slot.ts'
import { FLAGS_OF, hasTierFor, type TierFlags } from './tier.ts'

/** For new members too. */
export const isForAll = (place: TierFlags): boolean => hasTierFor(FLAGS_OF.normal, place)

type PlaceDay = { time_slots: readonly { is_available: boolean }[] }

export const countFree = (places: readonly PlaceDay[]): number =>
  places.flatMap(({ time_slots }) => time_slots).filter(({ is_available }) => is_available).length

/** The most frequent. */
export function usualLength(minutes: readonly number[]): number {
  const lengths = [...groupBy(minutes, (each) => each)]
  const [usual] = lengths.sort(([, a], [, b]) => b.length - a.length)
  return usual?.[0] ?? TOUR_MINUTES
}

/** Each once, although a docent may speak several. */
export const languagesOf = (docents: readonly { language: string }[]): string[] => [
  ...new Set(docents.flatMap(({ language }) => language.split(/\s*[·,/]\s*/)).filter(Boolean)),
]

export function dayToOffer<Day extends { date: string; free_tours: number; free_meetings: number }>(
  days: readonly Day[],
  today: string,
): Day | undefined {
  const ahead = days.filter(({ date }) => date >= today)
  return ahead.find((day) => day.free_tours + day.free_meetings > 0) ?? ahead[0]
}
