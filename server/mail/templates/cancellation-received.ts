import type { MailDraft, ReservationNotice } from '../mail.ts'
import { reservationMail } from './reservation-notice.ts'

export const cancellationReceived = (notice: ReservationNotice): MailDraft =>
  reservationMail(notice, {
    sentence: '관리자가 확인할 때까지 예약은 그대로 유지됩니다.',
    reason_label: '취소 요청 사유',
    next: '관리자 확인 후 결과를 이메일로 안내드립니다.',
  })
