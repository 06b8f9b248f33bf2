import type { MailDraft, ReservationNotice } from '../mail.ts'
import { reservationMail } from './reservation-notice.ts'

export const endedEarly = (notice: ReservationNotice): MailDraft =>
  reservationMail(notice, {
    sentence: '방문해주셔서 감사합니다.',
    next: '미팅은 어떠셨나요? 예약내역에서 피드백을 남겨주시면 더 나은 행사를 준비하는 데 큰 도움이 됩니다.',
    link_label: '피드백 작성',
  })
