import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { applicantName } from '../../../contract/text/applicant-text.ts'
import { arrivalAddress } from '../../../domain/arrival.ts'
import { canCancel } from '../../../domain/reservation.ts'
import { calendarFile, REMINDER_MINUTES, type CalendarMethod, type CalendarNotice } from '../calendar.ts'
import { greet, nounOf, oneLine } from '../heading.ts'
import type { MailDraft, ReservationNotice } from '../mail.ts'
import { ownLink, ownPath, rebookLink } from './links.ts'
import { calendarFactsOf, factsOf, whenOf } from './reservation-facts.ts'

type Wording = {
  sentence: string
  reason_label?: string
  next: string
  link_label?: string
  /** Strikes the time out and links to a new booking. */
  is_off?: true
  calendar?: 'REQUEST' | 'CANCEL' | undefined
  before?: string | undefined
  message?: string | null | undefined
}

const CHANGE_STAYS = '함께 요청하신 시간 변경은 새 신청으로 계속 검토합니다.'
export const REPLY_IF_ABSENT = '참석이 어려우시면 이 메일에 회신해주세요.'

export const cannotCome = ({ reservation, now }: ReservationNotice): string =>
  canCancel(reservationFacts(reservation), 'member', now)
    ? '참석이 어려우시면 시작 전까지 예약내역에서 예약 취소를 요청해주세요.'
    : REPLY_IF_ABSENT

export function reservationMail(notice: ReservationNotice, wording: Wording): MailDraft {
  const { reservation } = notice
  const { calendar: method } = wording
  const reason = notice.reason?.trim()
  const list = ownLink(notice, wording.link_label)
  return {
    when: { ...whenOf(reservation), is_off: wording.is_off ?? false, before: wording.before },
    greeting: greet(applicantName(reservation)),
    sentence: wording.sentence,
    facts: factsOf(reservation),
    pass: wording.is_off ? undefined : passOf(notice),
    reason: reason ? { label: wording.reason_label ?? '사유', value: reason } : null,
    message: wording.message ? { label: '안내 메시지', value: wording.message } : null,
    next: notice.has_change ? `${CHANGE_STAYS} ${wording.next}` : wording.next,
    link: wording.is_off ? rebookLink(notice) : list,
    second_link: wording.is_off ? list : undefined,
    ...(method && { calendar: { method, content: calendarOf(notice, method) } }),
  }
}

const passOf = ({ reservation: { arrival_code }, public_url }: ReservationNotice) =>
  arrival_code ? { code: arrival_code, address: arrivalAddress(public_url, arrival_code) } : undefined

export const calendarOf = (notice: ReservationNotice, method: CalendarMethod): string =>
  calendarFile(notice, entryOf(notice), method)

export const locationOf = (reservation: Reservation): string =>
  oneLine(
    reservation.type === 'VIP_TOUR'
      ? reservation.available_tour.docent.start_point
      : `${reservation.room.name} (${reservation.room.floor}층)`,
  )

export const entryOf = (notice: CalendarNotice) => {
  const { reservation, event_name, public_url } = notice
  const isTour = reservation.type === 'VIP_TOUR'
  const facts = calendarFactsOf(reservation).map(({ label, value }) => `${label}: ${oneLine(value)}`)
  const location = locationOf(reservation)
  return {
    summary: oneLine(
      isTour
        ? `${event_name} 투어 - ${reservation.available_tour.docent.name}`
        : `${event_name} 미팅 - ${reservation.visitor.title}`,
    ),
    location,
    description: `${facts.join('\n')}\n예약내역: ${public_url}${ownPath(reservation)}`,
    reminder: `${REMINDER_MINUTES}분 뒤 ${nounOf(notice)} 시작: ${location}`,
  }
}
