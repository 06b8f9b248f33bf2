import type { MailDraft, ReservationNotice } from '../mail.ts'
import { REMOVES_ENTRY, reservationMail } from './reservation-notice.ts'

export function cancelled(notice: ReservationNotice): MailDraft {
  const next = [
    notice.was_agreed && REMOVES_ENTRY,
    notice.deleted !== 'member' && '다른 시간으로 다시 예약하실 수 있습니다.',
    '궁금하신 점은 이 메일에 회신해주세요.',
  ]
  return reservationMail(notice, {
    sentence: '관리자가 예약을 취소했습니다. 불편을 드려 죄송합니다.',
    reason_label: '취소 사유',
    next: next.filter(Boolean).join(' '),
    is_off: true,
    // Other calendars would show a cancelled entry they never had.
    calendar: notice.was_agreed ? 'CANCEL' : undefined,
  })
}
