import type { Docent, Room } from '../../../contract/place.ts'
import { dateToShow } from '../../../domain/event-date.ts'

export type PlaceChoice = 'tour' | 'meeting' | `docent:${number}` | `room:${number}`

type There = { dates: readonly string[]; docents: readonly Docent[]; rooms: readonly Room[] }

/** Unknown dates and places fall back to a valid choice. */
export function choiceOf(
  asked: { date: string | null; place: string | null },
  { dates, docents, rooms }: There,
  today: string,
): { date: string | undefined; place: PlaceChoice } {
  const date = dateToShow(dates, today, asked.date)
  const places: PlaceChoice[] = [
    ...(docents.length > 0 ? (['tour'] as const) : []),
    'meeting',
    ...docents.map(({ id }) => `docent:${id}` as const),
    ...rooms.map(({ id }) => `room:${id}` as const),
  ]
  return { date, place: places.find((each) => each === asked.place) ?? places[0]! }
}

export function queryOf(place: PlaceChoice) {
  if (place === 'tour' || place === 'meeting') return { type: place }
  const [kind, id] = place.split(':')
  return kind === 'docent' ? { docent_id: id! } : { room_id: id! }
}
