import { PASSED_OVER_TEXT } from '../../../contract/text/waitlist-text.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { greet, oneLine } from '../heading.ts'
import { isCodeMail, type Templates, type WaitlistNotice, type WrittenMail } from '../mail.ts'
import { BOOK_ANOTHER, bookLink } from './links.ts'
import { momentOf } from './organiser-mails.ts'

const CODE_LABEL = '인증번호'

type MemberMail =
  | 'verification_code'
  | 'login_code'
  | 'phone_claimed'
  | 'erasure_link'
  | 'invited'
  | 'new_device'
  | 'waitlist_joined'
  | 'waitlist_moved'
  | 'waitlist_ended'
  | 'message'

export const MEMBER_MAILS: Templates<MemberMail> = {
  verification_code: ({ code, valid_minutes }) => ({
    code: { label: CODE_LABEL, value: code },
    greeting: '안녕하세요.',
    headline: '회원가입 인증번호입니다',
    sentence: '회원가입 화면에 위 인증번호를 입력해주세요.',
    next: `인증번호는 ${valid_minutes}분 동안 유효합니다. 직접 요청하지 않으셨다면 이 메일을 무시해주세요.`,
  }),
  login_code: ({ code, valid_minutes }) => ({
    code: { label: CODE_LABEL, value: code },
    greeting: '안녕하세요.',
    headline: '로그인 인증번호입니다',
    sentence: '로그인 화면에 위 인증번호를 입력해주세요.',
    next: `인증번호는 ${valid_minutes}분 동안 유효하며 한 번만 사용할 수 있습니다. 직접 로그인하지 않으셨다면 이 메일을 무시하고 인증번호를 아무에게도 알려주지 마세요.`,
  }),
  phone_claimed: ({ name }) => ({
    greeting: greet(name),
    sentence:
      '다른 이메일로 회원가입을 하려던 분이 회원님의 전화번호를 입력했습니다. 이미 등록된 번호이므로 가입되지 않았으며, 회원님의 계정과 예약은 그대로입니다.',
    next: '직접 입력하셨다면 이미 가입되어 있으니 로그인해주세요. 모르는 일이라면 따로 하실 일은 없습니다. 궁금하신 점은 이 메일에 회신해주세요.',
  }),
  erasure_link: ({ name, token, valid_minutes, public_url }) => ({
    greeting: greet(name),
    sentence:
      '아래 링크를 누르면 취소될 예약을 확인한 뒤 계정과 모든 예약 정보를 삭제할 수 있습니다. 삭제하면 되돌릴 수 없습니다.',
    next: `링크는 ${valid_minutes}분 동안 유효합니다. 직접 요청하지 않으셨다면 이 메일을 무시해주세요. 아무것도 삭제되지 않습니다.`,
    link: {
      label: '삭제할 내용 확인',
      url: `${public_url}/profile/erase?token=${encodeURIComponent(token)}`,
    },
  }),
  invited: ({ name, phone, event_name, public_url }) => ({
    greeting: greet(name),
    sentence: `${oneLine(event_name)}의 투어와 미팅룸을 예약하실 수 있도록 회원으로 등록해드렸습니다. 아래 전화번호와 이름으로 로그인해주세요.`,
    facts: [
      { label: '전화번호', value: phone },
      { label: '이름', value: oneLine(name) },
    ],
    next: '비밀번호와 회원가입은 필요하지 않습니다. 정보가 다르거나 원하지 않으시면 이 메일에 회신해주세요.',
    link: { label: '로그인', url: `${public_url}/` },
  }),
  new_device: ({ name, device, at, token, valid_days, public_url }) => ({
    greeting: greet(name),
    sentence:
      '아래 기기에서 처음으로 로그인했습니다. 본인이 로그인하셨다면 이 메일을 무시해주세요. 아무것도 바뀌지 않습니다.',
    facts: [
      { label: '기기', value: device },
      { label: '로그인 일시', value: momentOf(at) },
    ],
    next: `본인이 아니라면 아래 링크를 눌러 모든 기기에서 로그아웃해주세요. 링크는 ${valid_days}일 동안 유효합니다.`,
    link: {
      label: '로그인한 기기 확인',
      url: `${public_url}/profile/end#${encodeURIComponent(token)}`,
    },
  }),
  waitlist_joined: (notice) => ({
    ...aboutEntry(notice, false),
    sentence: notice.passed_over
      ? `${PASSED_OVER_TEXT[notice.passed_over]} 사유가 해소되면 순서에 따라 신청되며, 아직 예약된 것이 아닙니다.`
      : '자리가 나면 작성해 두신 내용으로 예약을 신청하고 이메일로 안내드립니다. VVIP, VIP 순서로 배정되며, 아직 예약된 것이 아닙니다.',
    next: '예약내역에서 순서를 확인하거나 자리 대기를 취소하실 수 있습니다.',
    link: listLink(notice),
  }),
  waitlist_moved: ({ former, ...notice }) => ({
    ...aboutEntry(notice, false, former),
    sentence: '기다리시던 시간이 변경되었습니다. 자리 대기와 순서는 그대로이며, 아직 예약된 것이 아닙니다.',
    next: '새 시간이 맞지 않으면 예약내역에서 자리 대기를 취소하실 수 있습니다.',
    link: listLink(notice),
  }),
  waitlist_ended: (notice) => ({
    ...aboutEntry(notice, true),
    sentence: ENDED[notice.why ?? 'time_deleted'],
    next: `${BOOK_ANOTHER} 궁금하신 점은 이 메일에 회신해주세요.`,
    link: bookLink(notice.entry.kind, notice.public_url),
  }),
  message: ({ name, text, event_name, public_url }) => ({
    greeting: greet(name),
    sentence: `${oneLine(event_name)}에서 안내드립니다.`,
    message: { label: '안내 메시지', value: text },
    next: '궁금하신 점은 이 메일에 회신해주세요.',
    link: { label: '예약내역 보기', url: `${public_url}/reservations` },
  }),
}

const listLink = ({ entry, public_url }: WaitlistNotice) => ({
  label: '예약내역 보기',
  url: `${public_url}/reservations?tab=${entry.kind === 'VIP_TOUR' ? 'tours' : 'meetings'}`,
})

const ENDED = {
  time_deleted: '기다리시던 시간이 없어져 자리가 나지 않습니다. 불편을 드려 죄송합니다.',
  removed: '관리자가 자리 대기를 종료했습니다. 불편을 드려 죄송합니다.',
  expired: '아쉽게도 기다리시던 시간에는 예약을 도와드리지 못했습니다.',
}

const aboutEntry = ({ entry, member_name, reason }: WaitlistNotice, is_off: boolean, before?: string) => ({
  when: { date: koreanDate(entry.date), range: `${entry.time} ~ ${entry.end_time}`, is_off, before },
  greeting: greet(member_name),
  facts: [{ label: entry.kind === 'VIP_TOUR' ? '도슨트' : '미팅룸', value: entry.place_name }],
  reason: reason ? { label: '사유', value: reason } : null,
})

/** Operators without a mail server read the code in the log. */
export const findCode = (text: string): string | undefined =>
  text.match(new RegExp(`^${CODE_LABEL}: (\\S+)$`, 'm'))?.[1]

/** Adds the code, which a phone's notification then shows. */
export function sentSubject({ kind, subject, text }: Pick<WrittenMail, 'kind' | 'subject' | 'text'>): string {
  const code = isCodeMail(kind) ? findCode(text) : undefined
  return code ? `${subject} ${code}` : subject
}
