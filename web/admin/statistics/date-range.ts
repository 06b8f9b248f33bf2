import { isDate } from '../../../domain/date-text.ts'

/** From the first to the last date, both included; undefined for as far as there are dates. */
export type Range = { start_date: string | undefined; end_date: string | undefined }

const dateIn = (text: string | null) => (text !== null && isDate(text) ? text : undefined)

/** The dates that an address asks for; an end before the start is none. */
export function rangeOf(values: URLSearchParams): Range {
  const start_date = dateIn(values.get('start_date'))
  const end_date = dateIn(values.get('end_date'))
  const isBackwards = start_date !== undefined && end_date !== undefined && end_date < start_date
  return { start_date, end_date: isBackwards ? undefined : end_date }
}

/** The same with one end moved; the other one gives way. */
export function movedRange(range: Range, to: { start_date: string } | { end_date: string }): Range {
  if ('start_date' in to) {
    const isPast = range.end_date !== undefined && range.end_date < to.start_date
    return { start_date: to.start_date, end_date: isPast ? to.start_date : range.end_date }
  }
  const isBefore = range.start_date !== undefined && range.start_date > to.end_date
  return { start_date: isBefore ? to.end_date : range.start_date, end_date: to.end_date }
}
