/** True for a real calendar day written `YYYY-MM-DD`. The year 1000 is the first that every part understands. */
export const isDate = (text: string): boolean =>
  /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) &&
  // A day that its month does not have becomes one of the next month.
  new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))

/** True for a wall time written `HH:MM`, 00:00 to 23:59. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'] as const

/** Korean long form of a date: `2026년 11월 21일 (토)`. */
export function koreanDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}년 ${month}월 ${day}일 (${weekday(date)})`
}

/** Korean short form of a date for tabs and chips: `11.21 (토)`. */
export const shortKoreanDate = (date: string): string =>
  `${Number(date.slice(5, 7))}.${Number(date.slice(8))} (${weekday(date)})`

/** The days of an event in short: `11.20 (금) ~ 11.23 (월)`, or the one that it has. */
export const shortKoreanDates = (first: string, last: string): string =>
  [...new Set([first, last])].map(shortKoreanDate).join(' ~ ')

const weekday = (date: string) => WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]!
