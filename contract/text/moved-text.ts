import { reservationFacts, type Reservation } from '../reservation.ts'

/** One sentence without full stop: new time, else new place. */
export function movedText(before: Reservation, after: Reservation): string {
  const [from, to] = [reservationFacts(before), reservationFacts(after)]
  if (from.starts_at !== to.starts_at || from.ends_at !== to.ends_at) return '예약 시간이 변경되었습니다'
  return `예약 ${after.type === 'VIP_TOUR' ? '도슨트가' : '장소가'} 변경되었습니다`
}
