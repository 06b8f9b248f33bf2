/** A real day as `YYYY-MM-DD`, from year 1000. */
export const isDate = (text: string): boolean =>
  /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text) &&
  new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))

/** `HH:MM`, 00:00 to 23:59. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'] as const

/** `2026년 11월 21일 (토)`. */
export function koreanDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${year}년 ${month}월 ${day}일 (${weekday(date)})`
}

/** `11.21 (토)`. */
export const shortKoreanDate = (date: string): string =>
  `${Number(date.slice(5, 7))}.${Number(date.slice(8))} (${weekday(date)})`

export const shortKoreanDates = (first: string, last: string): string =>
  [...new Set([first, last])].map(shortKoreanDate).join(' ~ ')

const weekday = (date: string) => WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()]!
