import { madridDate, madridTime, shortKoreanDate, type Instant } from '../../domain/madrid-time.ts'

const MAX_VALUE = 20

export const shortened = (text: string): string =>
  text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text

export function whenText(at: Instant, now: Instant): string {
  if (now - at < 60_000) return '방금'
  const time = `${madridTime(at)}에`
  return madridDate(at) === madridDate(now) ? time : `${shortKoreanDate(madridDate(at))} ${time}`
}
