import type { Reservation } from '../../../contract/reservation.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'

/** Of a request for another time. */
export const changeText = ({ replaces }: Reservation): string | null =>
  replaces && `시간 변경 · 기존 ${shortKoreanDate(replaces.date)} ${replaces.time}`
