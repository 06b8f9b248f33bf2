import { nounOf, oneLine } from '../heading.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import type { ChangeNotice, MailDraft, ReservationNotice } from '../mail.ts'
import { factsOf } from './reservation-facts.ts'
import { cannotCome, reservationMail } from './reservation-notice.ts'

export const placeChanged = ({ before, ...notice }: ChangeNotice): MailDraft =>
  reservationMail(
    { ...notice, reason: changesOf(before, notice.reservation).join('\n') },
    {
      sentence: `${nounOf(notice)} 안내가 아래와 같이 변경되었습니다. 예약 시간은 그대로입니다.`,
      reason_label: '변경 내용',
      next: `첨부된 일정을 캘린더에 추가하시면 기존 일정이 새 내용으로 바뀝니다. ${nextOfChanged(notice)}`,
      calendar: 'REQUEST',
    },
  )

export const nextOfChanged = (notice: ReservationNotice) =>
  notice.reservation.status === 'CANCEL_REQUESTED'
    ? '요청하신 취소는 관리자 확인 후 결과를 이메일로 안내드립니다.'
    : cannotCome(notice)

export function changesOf(before: Reservation, after: Reservation): string[] {
  const old = new Map(factsOf(before).map(({ label, value }) => [label, value]))
  return factsOf(after)
    .filter(({ label, value }) => old.get(label) !== value)
    .map(({ label, value }) => `${label}: ${oneLine(old.get(label) ?? '')} → ${oneLine(value)}`)
}
