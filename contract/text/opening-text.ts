import { koreanDate } from '../../domain/madrid-time.ts'

/** ISO 8601 with an offset. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))

/** `11월 20일 (금) 09:00`, of an ISO text with Madrid's offset. */
export const instantText = (iso: string): string =>
  `${koreanDate(iso.slice(0, 10)).replace(/^\d+년 /, '')} ${iso.slice(11, 16)}`

export const openingText = (iso: string): string => `예약은 ${instantText(iso)}부터 가능합니다.`
