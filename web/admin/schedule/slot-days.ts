import type { EventDate } from '../../../contract/event-date.ts'
import type { SlotTimesInShort } from '../../../contract/admin/slots.ts'

export type SlotDayCount = { date: string; count: number }

export const timesIn = (pattern: string) =>
  pattern.split(' ').map((text) => {
    const [time, minutes] = text.split('+')
    return { time: time!, duration: Number(minutes) }
  })

export function countDays(
  { patterns, days }: SlotTimesInShort,
  dates: readonly EventDate[],
  place: number | null,
): SlotDayCount[] {
  const sizes = patterns.map((pattern) => pattern.split(' ').length)
  const counts = new Map<number, number>()
  for (const { place_id, event_date_id, pattern } of days)
    if (place === null || place_id === place)
      counts.set(event_date_id, (counts.get(event_date_id) ?? 0) + sizes[pattern]!)
  return dates.flatMap(({ id, date }) => {
    const count = counts.get(id)
    return count === undefined ? [] : [{ date, count }]
  })
}
