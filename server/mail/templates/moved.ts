import { nounOf } from '../heading.ts'
import type { MailDraft, MoveNotice } from '../mail.ts'
import { changesOf, nextOfChanged } from './place-changed.ts'
import { whenOf } from './reservation-facts.ts'
import { reservationMail } from './reservation-notice.ts'

export function moved({ before, message, ...notice }: MoveNotice): MailDraft {
  const [from, to] = [before, notice.reservation].map((each) => {
    const { date, range } = whenOf(each)
    return `${date} ${range}`
  })
  const isWaiting = notice.reservation.status === 'PENDING'
  return reservationMail(
    { ...notice, reason: changesOf(before, notice.reservation).join('\n') },
    {
      sentence: isWaiting
        ? `신청하신 ${nounOf(notice)} 예약이 아래와 같이 변경되었습니다. 아직 확정된 예약이 아닙니다.`
        : `${nounOf(notice)} 예약이 아래와 같이 변경되었습니다.`,
      before: from === to ? undefined : from,
      reason_label: '변경 내용',
      message,
      next: isWaiting
        ? '관리자 검토 후 결과를 이메일로 안내드립니다. 진행 상태는 예약내역에서 확인하실 수 있습니다.'
        : `첨부된 일정을 캘린더에 추가하시면 기존 일정이 새 내용으로 바뀝니다. ${nextOfChanged(notice)}`,
      calendar: isWaiting ? undefined : 'REQUEST',
    },
  )
}
