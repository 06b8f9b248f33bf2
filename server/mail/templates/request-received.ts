import type { MailDraft, ReservationNotice } from '../mail.ts'
import { reservationMail } from './reservation-notice.ts'

export const requestReceived = (notice: ReservationNotice): MailDraft =>
  reservationMail(notice, {
    sentence: `${notice.is_served ? '기다리시던 시간에 자리가 나서, 작성해 두신 내용으로 예약을 신청했습니다. ' : ''}관리자의 승인을 기다리고 있으며, 아직 확정된 예약이 아닙니다.`,
    next: '관리자 검토 후 결과를 이메일로 안내드립니다. 진행 상태는 예약내역에서 확인하실 수 있습니다.',
  })
