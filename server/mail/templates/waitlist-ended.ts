import { koreanDate } from '../../../domain/madrid-time.ts'
import type { MailDraft, WaitlistNotice } from '../mail.ts'
import { hostOf } from '../reservation-id.ts'
import { addressOf } from './links.ts'
import { oneLine, type MailContent } from './mail-content.ts'

/** The time for which the member waited was deleted: nothing can come of the wait any more. */
export function waitlistEnded(notice: WaitlistNotice): MailDraft {
  const { entry, member_name, reason, event_name, contact_email, public_url } = notice
  const isTour = entry.kind === 'VIP_TOUR'
  const headline = `${isTour ? '투어' : '미팅룸'} 자리 대기가 종료되었습니다`
  const date = koreanDate(entry.date)
  const content: MailContent = {
    event_name,
    contact_email,
    when: { date, range: `${entry.time} ~ ${entry.end_time}`, is_off: true },
    greeting: `${oneLine(member_name)}님, 안녕하세요.`,
    headline,
    sentence: '기다리시던 시간이 삭제되어 자리가 나지 않습니다. 불편을 드려 죄송합니다.',
    facts: [{ label: isTour ? '도슨트' : '미팅룸', value: entry.place_name }],
    reason: reason ? { label: '사유', value: reason } : null,
    next: '다른 시간으로 다시 예약하실 수 있습니다. 궁금하신 점은 이 메일에 회신해주세요.',
    link: {
      label: '다른 시간 예약하기',
      url: addressOf(public_url, isTour ? '/reserve-tour' : '/reserve-room'),
    },
  }
  const made = Math.floor(entry.created_at / 1000).toString(36)
  return {
    subject: oneLine(`[${event_name}] ${headline} · ${date.replace(/^\d+년 /, '')} ${entry.time}`),
    content,
    // Its number alone would come again in the next event's database on the same host.
    message_id: `<waitlist-${entry.id}-${made}.ended@${hostOf(public_url)}>`,
    reservation_id: null,
  }
}
