import type { MeetingReservation, Reservation, TourReservation } from '../../../contract/reservation.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { calendarFile, type CalendarMethod } from '../calendar.ts'
import type { Mail, NoticeKind, ReservationNotice } from '../mail.ts'
import { hostOf, mailReservationId } from '../reservation-id.ts'
import { layout } from './layout.ts'
import { oneLine, type Fact } from './mail-content.ts'

type Wording = {
  kind: NoticeKind
  headline: string
  sentence: string
  reason_label?: string
  next: string
  link_label?: string
  calendar?: 'REQUEST' | 'CANCEL'
}

/** The visitor's word for it: a tour or a meeting. */
export const nounOf = ({ reservation }: ReservationNotice): string =>
  reservation.type === 'VIP_TOUR' ? '투어' : '미팅'

/** A mail about a reservation: greeting, what happened, the reservation itself, the reason, and what to do next. */
export function reservationMail(notice: ReservationNotice, wording: Wording): Mail {
  const { reservation, version, to, event_name, contact_email, public_url } = notice
  const reason = notice.reason?.trim()
  const content = layout({
    event_name,
    contact_email,
    greeting: `${oneLine(reservation.user.name)}님, 안녕하세요.`,
    headline: wording.headline,
    sentence: wording.sentence,
    facts: factsOf(reservation),
    reason: reason ? { label: wording.reason_label ?? '사유', value: reason } : null,
    next: wording.next,
    link: { label: wording.link_label ?? '예약 내역 보기', url: listUrl(notice) },
  })
  return {
    kind: wording.kind,
    to,
    subject: oneLine(`[${event_name}] ${wording.headline}`),
    ...content,
    message_id: `<${mailReservationId(reservation)}.${version}.${wording.kind}@${hostOf(public_url)}>`,
    reservation_id: reservation.id,
    ...(wording.calendar && {
      calendar: {
        method: wording.calendar,
        content: calendarOf(notice, wording.calendar),
      },
    }),
  }
}

/** The reservation's calendar entry, worded alike in mails and in what is downloaded. */
export const calendarOf = (notice: ReservationNotice, method: CalendarMethod): string =>
  calendarFile(notice, entryOf(notice), method)

/** Where the member finds it. */
const listUrl = ({ public_url }: ReservationNotice) => `${public_url.replace(/\/+$/, '')}/reservations`

const entryOf = (notice: ReservationNotice) => {
  const { reservation, event_name } = notice
  const isTour = reservation.type === 'VIP_TOUR'
  const facts = factsOf(reservation).map(({ label, value }) => `${label}: ${oneLine(value)}`)
  return {
    summary: oneLine(
      isTour
        ? `${event_name} 투어 - ${reservation.available_tour.docent.name}`
        : `${event_name} 미팅 - ${reservation.visitor.title}`,
    ),
    location: oneLine(
      isTour
        ? reservation.available_tour.docent.start_point
        : `${reservation.room.name} (${reservation.room.floor}층)`,
    ),
    description: `${facts.join('\n')}\n예약 내역: ${listUrl(notice)}`,
  }
}

/** The facts of a reservation, in mails and calendar entries. */
export const factsOf = (reservation: Reservation): readonly Fact[] =>
  reservation.type === 'VIP_TOUR' ? tourFacts(reservation) : meetingFacts(reservation)

const when = (date: string, range: string) => ({
  label: '일시',
  value: `${koreanDate(date)} ${range} (마드리드 현지 시각)`,
})

const tourFacts = ({ available_tour: tour, visitor }: TourReservation): readonly Fact[] => [
  when(tour.event_date.date, `${tour.time} ~ ${tour.end_time}`),
  { label: '도슨트', value: tour.docent.name },
  { label: '언어', value: tour.docent.language },
  { label: '출발 장소', value: tour.docent.start_point },
  { label: '회사', value: visitor.company },
  { label: '인원', value: `${visitor.count}명` },
]

const meetingFacts = ({ event_date, time_range, room, visitor }: MeetingReservation): readonly Fact[] => [
  { label: '미팅명', value: visitor.title },
  when(event_date.date, time_range),
  { label: '미팅룸', value: room.name },
  { label: '층', value: `${room.floor}층` },
  { label: '회사', value: visitor.company },
  { label: '인원', value: `${visitor.count}명` },
]
