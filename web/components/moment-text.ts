import { koreanDate, madridDate, madridTime } from '../../domain/madrid-time.ts'

/** For example `2026년 11월 20일 (금) 09:05`. */
export function longMoment(iso: string): string {
  const instant = Date.parse(iso)
  return `${koreanDate(madridDate(instant))} ${madridTime(instant)}`
}
