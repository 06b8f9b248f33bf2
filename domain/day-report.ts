import { madridDate, madridTime, type Instant } from './madrid-time.ts'

type Span = { start_time: string; end_time: string }

/** Time fields have no 24:00. */
const lastMinute = (time: string) => (time === '24:00' ? '23:59' : time)

/** Null once over. */
export function restOfDay(date: string, day: Span, now: Instant): Span | null {
  const end_time = lastMinute(day.end_time)
  const today = madridDate(now)
  const start_time = date > today ? day.start_time : madridTime(now)
  return date < today || start_time >= end_time ? null : { start_time, end_time }
}

export function checkReport(
  date: string,
  { start_time, end_time }: Span,
  now: Instant,
): 'order' | 'past' | null {
  if (start_time >= end_time) return 'order'
  const today = madridDate(now)
  return date < today || (date === today && end_time <= madridTime(now)) ? 'past' : null
}
