import { koreanDate } from '../../../domain/madrid-time.ts'
import type { ErasureNotice, MailDraft } from '../mail.ts'
import { hostOf } from '../reservation-id.ts'
import { addressOf } from './links.ts'
import { oneLine, type MailContent } from './mail-content.ts'

const count = (number: number, unit: string) => `${number.toLocaleString('ko')}${unit}`

/** Announces to the organisers that personal data will be erased. */
export function erasureAnnounced({ day, told_at, ...notice }: ErasureNotice): MailDraft {
  const { members, reservations, mails, event_name, contact_email, public_url } = notice
  const headline = `${koreanDate(day)}에 개인정보가 삭제됩니다`
  const content: MailContent = {
    event_name,
    contact_email,
    greeting: '안녕하세요.',
    headline,
    sentence:
      '행사가 끝난 뒤 정해진 기간이 지나 회원과 방문자의 개인정보를 삭제합니다. 집계와 보고서의 숫자는 그대로 남습니다.',
    facts: [
      { label: '회원', value: count(members, '명') },
      { label: '예약', value: count(reservations, '건') },
      { label: '메일', value: count(mails, '통') },
    ],
    next: '필요한 자료는 그 전에 내려받아 주세요. 삭제한 뒤에는 되돌릴 수 없습니다. 날짜를 바꾸거나 삭제하지 않으려면 설정의 행사 마감에서 변경할 수 있습니다.',
    link: { label: '행사 마감 보기', url: addressOf(public_url, '/admin/settings?tab=closing') },
  }
  return {
    subject: oneLine(`[${event_name}] ${headline}`),
    content,
    message_id: `<erasure-announced-${told_at.toString(36)}@${hostOf(public_url)}>`,
    reservation_id: null,
  }
}
