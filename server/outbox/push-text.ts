import { reservationFacts, type Reservation } from '../../contract/reservation.ts'
import { madridTime, shortKoreanDate } from '../../domain/madrid-time.ts'
import type { PushKind } from '../../domain/push.ts'

/** `path` is opened by a press. */
export type PushPayload = { title: string; body: string; tag: string; path: string }

const HEADLINES: Readonly<Record<PushKind, string>> = {
  approved: '예약이 승인되었습니다',
  rejected: '예약 신청이 거절되었습니다',
  moved: '예약 시간·장소가 변경되었습니다',
  reminder: '예약이 곧 시작됩니다',
}

const MAX_PLACE = 60

/**
 * Others can read a lock screen: no names, companies, titles or reasons. News about one reservation replace
 * each other.
 */
export function pushPayload(kind: PushKind, reservation: Reservation): PushPayload {
  const { date, starts_at } = reservationFacts(reservation)
  const isTour = reservation.type === 'VIP_TOUR'
  const place = isTour ? reservation.available_tour.docent.start_point : reservation.room.name
  const when = `${shortKoreanDate(date)} ${madridTime(starts_at)}`
  const view = isTour ? '' : 'tab=meetings&'
  return {
    title: `${isTour ? '투어' : '미팅'} ${HEADLINES[kind]}`,
    body:
      kind === 'rejected' ? `${when} · 예약내역에서 확인해주세요.` : `${when} · ${place.slice(0, MAX_PLACE)}`,
    tag: `reservation-${reservation.id}`,
    path: `/reservations?${view}open=${reservation.id}`,
  }
}
