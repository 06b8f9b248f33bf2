import type { ErasureNotice, MailDraft } from '../mail.ts'
import { addressOf } from './links.ts'

const count = (number: number, unit: string) => `${number.toLocaleString('ko')}${unit}`

export function erasureAnnounced({ members, reservations, mails, public_url }: ErasureNotice): MailDraft {
  return {
    greeting: '안녕하세요.',
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
}
