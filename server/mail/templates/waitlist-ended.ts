import { koreanDate } from '../../../domain/madrid-time.ts'
import { oneLine } from '../heading.ts'
import type { MailDraft, WaitlistNotice } from '../mail.ts'
import { addressOf } from './links.ts'

export function waitlistEnded(notice: WaitlistNotice): MailDraft {
  const { entry, member_name, reason, public_url } = notice
  const isTour = entry.kind === 'VIP_TOUR'
  const date = koreanDate(entry.date)
  return {
    when: { date, range: `${entry.time} ~ ${entry.end_time}`, is_off: true },
    greeting: `${oneLine(member_name)}님, 안녕하세요.`,
    sentence: '기다리시던 시간이 삭제되어 자리가 나지 않습니다. 불편을 드려 죄송합니다.',
    facts: [{ label: isTour ? '도슨트' : '미팅룸', value: entry.place_name }],
    reason: reason ? { label: '사유', value: reason } : null,
    next: '다른 시간으로 다시 예약하실 수 있습니다. 궁금하신 점은 이 메일에 회신해주세요.',
    link: {
      label: '다른 시간 예약하기',
      url: addressOf(public_url, isTour ? '/reserve-tour' : '/reserve-room'),
    },
  }
}
