import { oneLine } from '../heading.ts'
import type { ErasureLinkNotice, MailDraft } from '../mail.ts'
import { addressOf } from './links.ts'

export function erasureLink(notice: ErasureLinkNotice): MailDraft {
  const { name, token, public_url } = notice
  return {
    greeting: `${oneLine(name)}님, 안녕하세요.`,
    sentence:
      '아래 버튼을 누르면 취소될 예약을 확인한 뒤 계정과 모든 예약 정보를 삭제할 수 있습니다. 삭제하면 되돌릴 수 없습니다.',
    next: `링크는 ${notice.valid_minutes}분 동안 유효합니다. 직접 요청하지 않으셨다면 이 메일을 무시해주세요. 아무것도 삭제되지 않습니다.`,
    link: {
      label: '삭제할 내용 확인',
      url: addressOf(public_url, `/profile/erase?token=${encodeURIComponent(token)}`),
    },
  }
}
