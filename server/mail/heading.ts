import { reservationFacts, type Reservation } from '../../contract/reservation.ts'
import { movedText } from '../../contract/text/moved-text.ts'
import { koreanDate, madridDate, madridTime, type Instant } from '../../domain/madrid-time.ts'
import type { FactsOf, Mail, MailKind, ReservationNotice } from './mail.ts'

export const nounOf = ({ reservation }: Pick<ReservationNotice, 'reservation'>): string =>
  reservation.type === 'VIP_TOUR' ? '투어' : '미팅'

/** Prevents header injection and extra lines. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()

export const greet = (name: string): string => `${oneLine(name)}님, 안녕하세요.`

/** The reservation that it would have replaced stays. */
export const isChangeRequest = ({ was_agreed, reservation }: FactsOf['cancelled']): boolean =>
  !was_agreed && reservation.replaces !== null

const requestOf = (notice: ReservationNotice, usual: string) =>
  `${nounOf(notice)} ${notice.reservation.replaces ? '시간 변경 요청이' : usual}`

const lineOf = ({ entry }: FactsOf['waitlist_ended']) => (entry.kind === 'VIP_TOUR' ? '투어' : '미팅룸')

const HEADLINES: { readonly [Kind in MailKind]: (facts: FactsOf[Kind]) => string } = {
  // The code is added when sent, so that the list of mails does not show it.
  verification_code: () => '인증번호',
  login_code: () => '로그인 인증번호',
  phone_claimed: () => '등록하신 전화번호로 회원가입을 하려던 분이 있습니다',
  erasure_link: () => '계정 삭제를 확인해주세요',
  invited: () => '예약 서비스에 초대합니다',
  new_device: () => '새 기기에서 로그인했습니다',
  test: () => '메일 발송 테스트',
  screens_silent: ({ screens }) => `현황판 화면 ${screens.length}대가 응답하지 않습니다`,
  day_reported: ({ place, version }) => `${place} 진행 불가 알림${version > 1 ? ' 정정' : ''}`,
  waitlist_joined: (notice) => `${lineOf(notice)} 자리 대기가 신청되었습니다`,
  waitlist_moved: (notice) => `${lineOf(notice)} 자리 대기 시간이 변경되었습니다`,
  waitlist_ended: (notice) => `${lineOf(notice)} 자리 대기가 종료되었습니다`,
  erasure_announced: ({ day }) => `${koreanDate(day)}에 개인정보가 삭제됩니다`,
  requests_waiting: ({ overdue, hours }) =>
    `신청·취소 요청 ${overdue}건이 ${hours}시간 넘게 기다리고 있습니다`,
  message: ({ subject }) => subject,
  request_received: (notice) =>
    notice.is_served
      ? `자리가 나서 ${nounOf(notice)} 예약이 신청되었습니다`
      : `${requestOf(notice, '예약 신청이')} 접수되었습니다`,
  undecided: (notice) => `${requestOf(notice, '예약이')} 확정되지 않았습니다`,
  approved: (notice) => `${nounOf(notice)} 예약이 승인되었습니다`,
  rejected: (notice) => `${requestOf(notice, '예약 신청이')} 거절되었습니다`,
  cancellation_received: (notice) => `${nounOf(notice)} 예약 취소 요청이 접수되었습니다`,
  cancellation_approved: (notice) => `${nounOf(notice)} 예약이 취소되었습니다`,
  cancellation_refused: (notice) => `${nounOf(notice)} 예약 취소 요청이 거절되었습니다`,
  cancelled: (notice) =>
    `${nounOf(notice)} ${isChangeRequest(notice) ? '시간 변경 요청이' : '예약이'} 취소되었습니다`,
  ended_early: () => '미팅이 종료되었습니다',
  place_changed: () => '예약 안내가 변경되었습니다',
  moved: ({ before, reservation }) => movedText(before, reservation),
  reminder_evening: (notice) => `내일 ${nounOf(notice)} 예약이 있습니다`,
  reminder_before: (notice) => `곧 ${nounOf(notice)} 예약이 시작됩니다`,
}

const headline = <Kind extends MailKind>(kind: Kind, facts: FactsOf[Kind]): string => HEADLINES[kind](facts)

export const headlineOf = ({ kind, facts }: Mail): string => headline(kind, facts)

export function headingOf(mail: Mail) {
  const { facts } = mail
  const subject = [`[${facts.event_name}] ${headlineOf(mail)}`, ...whenOf(mail)].join(' · ')
  return {
    subject: oneLine(subject),
    message_id: `<${causeOf(mail)}@${hostOf(facts.public_url)}>`,
    reservation_id: 'reservation' in facts ? facts.reservation.id : null,
  }
}

/** Codes first, mails to many last. */
const PRIORITIES: Partial<Record<MailKind, number>> = {
  verification_code: 0,
  login_code: 0,
  undecided: 2,
  invited: 2,
  place_changed: 2,
  reminder_evening: 2,
  waitlist_ended: 2,
  message: 3,
}

/** Its texts are written when it is sent. */
export const mailRow = (mail: Mail, now: Instant) => ({
  kind: mail.kind,
  priority: PRIORITIES[mail.kind] ?? 1,
  ...headingOf(mail),
  to_address: mail.facts.to,
  facts: mail.facts,
  created_at: new Date(now),
})

/** Such as `11월 21일 (토) 15:00`. */
function whenOf({ facts }: Mail): string[] {
  if ('entry' in facts) return [`${withoutYear(facts.entry.date)} ${facts.entry.time}`]
  return 'reservation' in facts ? [startOf(facts.reservation)] : []
}

const startOf = (reservation: Reservation) => {
  const { date, starts_at } = reservationFacts(reservation)
  return `${withoutYear(date)} ${madridTime(starts_at)}`
}

const withoutYear = (date: string) => koreanDate(date).replace(/^\d+년 /, '')

/** Unique within the event: the same cause twice is the same mail. */
function causeOf(mail: Mail): string {
  switch (mail.kind) {
    case 'verification_code':
    case 'login_code':
      return `code-${mail.facts.request_id}`
    case 'erasure_link':
      return `erasure-${mail.facts.request_id}`
    case 'invited':
      return `invited-${mail.facts.id}-${mail.facts.now.toString(36)}`
    case 'new_device':
      return `device-${mail.facts.request_id}`
    case 'phone_claimed':
      // One a day.
      return `phone-claimed-${mail.facts.id}-${madridDate(mail.facts.now)}`
    case 'message':
      return `message-${mail.facts.request_id}-${mail.facts.id}`
    case 'test':
      return `test-${mail.facts.request_id}`
    case 'screens_silent': {
      const [first] = mail.facts.screens
      return `screens-silent-${first!.id}-${first!.last_seen_at.toString(36)}`
    }
    case 'day_reported':
      return `day-report-${mail.facts.id}-${mail.facts.reported_at.toString(36)}`
    case 'waitlist_joined':
    case 'waitlist_moved':
    case 'waitlist_ended': {
      const { id, created_at } = mail.facts.entry
      const cause = `waitlist-${id}-${Math.floor(created_at / 1000).toString(36)}.${mail.kind.replace('waitlist_', '')}`
      return mail.kind === 'waitlist_moved' ? `${cause}.${mail.facts.now.toString(36)}` : cause
    }
    case 'erasure_announced':
      return `erasure-announced-${mail.facts.told_at.toString(36)}`
    case 'requests_waiting': {
      // One a day.
      const { now, oldest } = mail.facts
      return `requests-waiting-${madridDate(now)}-${oldest.id}-${oldest.since.toString(36)}`
    }
    case 'reminder_evening':
    case 'reminder_before':
      // In minutes, so that the Message-ID fits in one line.
      return `${mailReservationId(mail.facts.reservation)}.${(mail.facts.starts_at / 60_000).toString(36)}.${mail.kind}`
    default:
      return `${mailReservationId(mail.facts.reservation)}.${mail.facts.version}.${mail.kind}`
  }
}

/**
 * With `created_at`, because the next event's database reuses numbers, and mail programs would take new mails
 * for copies.
 */
export const mailReservationId = ({ id, created_at }: Pick<Reservation, 'id' | 'created_at'>): string =>
  `reservation-${id}-${Math.floor(Date.parse(created_at) / 1000).toString(36)}`

export const hostOf = (public_url: string): string => new URL(public_url).hostname
