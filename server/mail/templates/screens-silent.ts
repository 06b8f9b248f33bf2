import { koreanDate, madridDate, madridTime } from '../../../domain/madrid-time.ts'
import type { MailDraft, SilenceNotice } from '../mail.ts'
import { addressOf } from './links.ts'

export function screensSilent({ screens, public_url }: SilenceNotice): MailDraft {
  return {
    greeting: '안녕하세요.',
    sentence: '아래 화면에서 10분 넘게 응답이 없습니다. 화면의 전원과 네트워크를 확인해주세요.',
    facts: screens.map(({ name, room, width, height, last_seen_at }) => ({
      label: name ?? room,
      value: [
        ...(name === null ? [] : [room]),
        `마지막 응답 ${koreanDate(madridDate(last_seen_at))} ${madridTime(last_seen_at)}`,
        `${width}×${height}`,
      ].join(', '),
    })),
    next: '다시 연결되면 따로 하실 일이 없습니다. 일부러 끈 화면은 설정의 화면 목록에서 제거할 수 있고, 이 알림은 같은 곳에서 끌 수 있습니다.',
    link: { label: '화면 목록 보기', url: addressOf(public_url, '/admin/settings?tab=screens') },
  }
}
