import { koreanDate, madridDate, madridTime, type Instant } from '../../../domain/madrid-time.ts'
import { oneLine } from '../heading.ts'
import type { MailDraft, WaitingNotice } from '../mail.ts'
import { addressOf } from './links.ts'

/** Without names of visitors. */
export function requestsWaiting({ waiting, oldest, public_url }: WaitingNotice): MailDraft {
  return {
    greeting: '안녕하세요.',
    sentence: '방문자가 답변을 기다리고 있습니다. 대시보드에서 승인하거나 거절해주세요.',
    facts: [
      { label: '기다리는 신청', value: `모두 ${waiting}건` },
      { label: '가장 오래된 신청', value: `${momentOf(oldest.since)}에 접수` },
      { label: '내용', value: oneLine(`${nameOf(oldest)}, ${momentOf(oldest.starts_at)}, ${oldest.place}`) },
    ],
    next: '기다리는 시간은 설정한 업무 시간만 계산합니다. 신청이 남아 있으면 하루에 한 번 다시 알려드립니다. 이 알림은 설정의 알림에서 바꾸거나 끌 수 있습니다.',
    link: { label: '기다리는 신청 보기', url: addressOf(public_url, '/admin/dashboard') },
  }
}

const nameOf = ({ kind, is_cancellation }: WaitingNotice['oldest']): string =>
  `${kind === 'VIP_TOUR' ? '투어' : '미팅'} ${is_cancellation ? '취소 요청' : '예약 신청'}`

const momentOf = (at: Instant): string => `${koreanDate(madridDate(at))} ${madridTime(at)}`
