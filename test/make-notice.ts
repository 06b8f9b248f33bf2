import type { MeetingReservation, TourReservation } from '../contract/reservation.ts'
import { headingOf } from '../server/mail/heading.ts'
import type { FactsOf, Mail, MailKind, ReservationNotice, WrittenMail } from '../server/mail/mail.ts'
import { writeMail } from '../server/mail/write-mail.ts'

const user = {
  id: 3,
  name: '김민수',
  company_name: '한빛전자',
  position: '팀장',
  phone: '010-1234-5678',
}

const history = {
  note: null,
  feedback: null,
  cancel_note: null,
  can_cancel: true,
  created_at: '2026-11-18T10:00:00+01:00',
  updated_at: '2026-11-19T09:30:00+01:00',
  cancel_requested_at: null,
  cancellation_refused: null,
  ended_at: null,
  arrival_code: null,
  arrived_at: null,
  replaces: null,
}

const surroundings = {
  version: 2,
  to: 'minsu@example.com',
  event_name: '2026 트레이드쇼',
  contact_email: 'contact@example.com',
  public_url: 'https://stand.example.com',
  now: Date.parse('2026-11-19T09:30:00+01:00'),
}

type Place = { date?: string; time?: string; end_time?: string; duration?: number }

export function makeTourNotice(
  { date = '2026-11-21', time = '10:00', end_time = '10:25', duration = 25 }: Place = {},
  changes: Partial<TourReservation> = {},
): ReservationNotice & { reservation: TourReservation } {
  return {
    ...surroundings,
    reservation: {
      id: 12,
      status: 'APPROVED',
      type: 'VIP_TOUR',
      available_tour: {
        id: 7,
        time,
        end_time,
        duration,
        event_date: { id: 1, date },
        docent: { id: 2, name: '박서연', language: '한국어', start_point: '안내 데스크 앞' },
      },
      user,
      visitor: { company: '한빛전자', name: '이정호', phone: '010-2222-3333', count: 4 },
      ...history,
      ...changes,
    },
  }
}

export function makeMeetingNotice(
  changes: Partial<MeetingReservation> = {},
): ReservationNotice & { reservation: MeetingReservation } {
  const slot = (id: number, start_time: string, end_time: string) => ({
    available_room: { id, time: start_time },
    start_time,
    end_time,
    duration: 10,
  })
  return {
    ...surroundings,
    reservation: {
      id: 31,
      status: 'APPROVED',
      type: 'GROUP_MEETING',
      event_date: { id: 1, date: '2026-11-21' },
      room: { id: 4, name: '미팅룸 A', floor: 3, size: 8 },
      time_slots: [slot(40, '15:00', '15:10'), slot(41, '15:10', '15:20')],
      total_duration: 20,
      time_range: '15:00 ~ 15:20',
      user,
      visitor: {
        title: '신규 부품 공급 협의',
        company: '한빛전자',
        name: '이정호',
        manager_name: '최유진',
        phone: '010-2222-3333',
        count: 3,
      },
      ...history,
      ...changes,
    },
  }
}

/** Made from facts as the database returns them. */
export function written<Kind extends MailKind>(kind: Kind, facts: FactsOf[Kind]): WrittenMail {
  const mail = { kind, facts: JSON.parse(JSON.stringify(facts)) as unknown } as Mail
  return { kind, to: facts.to, ...headingOf(mail), ...writeMail(mail) }
}
