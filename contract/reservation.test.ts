import { describe, expect, test } from 'vitest'
import { problems } from '../test/problems.ts'
import {
  reservationFacts,
  withReservation,
  type MeetingReservation,
  type ReservationLists,
  type TourReservation,
} from './reservation.ts'
import { actOnReservation, reservationType } from './reservation-action.ts'

const WRONG = '올바르지 않은 값입니다.'

const tourVisitor = { company: '한빛', name: '이두리', phone: '010-2222-3333', count: 4 }
const meetingVisitor = { ...tourVisitor, title: '공급 계약', manager_name: '박세라' }

describe("an administrator's action on a reservation", () => {
  const body = actOnReservation.body!
  const REASON = { reason: '사유를 입력해주세요.' }

  test.each([
    ['reject', '자리가 없습니다', {}],
    ['reject', ' \n', REASON],
    ['reject', '', REASON],
    ['reject', null, REASON],
    ['reject', undefined, REASON],
    ['reject', '가'.repeat(500), {}],
    ['reject', '가'.repeat(501), { reason: '500자 이하로 입력해주세요.' }],
    ['cancel', '행사 취소', {}],
    ['cancel', ' ', REASON],
    ['cancel', undefined, REASON],
    ['approve', undefined, {}],
    ['complete', undefined, {}],
    ['approve_cancellation', undefined, {}],
    ['approve_cancellation', '알겠습니다', {}],
    ['reject_cancellation', null, {}],
    ['end_early', undefined, { action: WRONG }],
    ['delete', undefined, { action: WRONG }],
    [undefined, undefined, { action: WRONG }],
  ])('%s because of %j', (action, reason, expected) => {
    expect(problems(body, { type: 'VIP_TOUR', action, reason })).toEqual(expected)
  })

  test('a reason is trimmed', () => {
    const sent = { type: 'VIP_TOUR', action: 'reject', reason: ' 자리가 없습니다\n' }
    expect(body.parse(sent).reason).toBe('자리가 없습니다')
  })

  test.each([
    ['VIP_TOUR', 'VIP_TOUR'],
    ['GROUP_MEETING', 'GROUP_MEETING'],
    ['MEETING_ROOM', 'GROUP_MEETING'],
  ])('the type %s is read as %s', (sent, read) => {
    expect(reservationType.parse(sent)).toBe(read)
  })

  test.each([['vip_tour'], ['TOUR'], [''], [undefined]])('%j is no type', (type) => {
    expect(problems(body, { type, action: 'approve' })).toEqual({ type: WRONG })
  })
})

describe('the time of a reservation', () => {
  const shared = {
    id: 1,
    status: 'APPROVED' as const,
    user: { id: 1, name: '김하나', company_name: '한빛', position: '과장', phone: '010-1234-5678' },
    note: null,
    feedback: null,
    cancel_note: null,
    can_cancel: true,
    created_at: '2026-11-01T09:00:00+01:00',
    updated_at: '2026-11-01T09:00:00+01:00',
    cancel_requested_at: null,
    cancellation_refused: null,
    ended_at: null,
    arrival_code: null,
    arrived_at: null,
    replaces: null,
  }
  const tourAt = (date: string, time: string, duration: number): TourReservation => ({
    ...shared,
    type: 'VIP_TOUR',
    available_tour: {
      id: null,
      time,
      end_time: '24:00',
      duration,
      event_date: { id: null, date },
      docent: { id: null, name: '정다온', language: '한국어', start_point: '정문' },
    },
    visitor: tourVisitor,
  })
  const meetingAt = (date: string, ...times: string[]): MeetingReservation => ({
    ...shared,
    type: 'GROUP_MEETING',
    event_date: { id: null, date },
    room: { id: null, name: 'A', floor: 1, size: 8 },
    time_slots: times.map((time) => ({
      available_room: { id: null, time },
      start_time: time,
      end_time: '24:00',
      duration: 10,
    })),
    total_duration: times.length * 10,
    time_range: '',
    visitor: meetingVisitor,
  })

  test.each([
    ['a tour', tourAt('2026-11-21', '10:00', 25), '2026-11-21T10:00+01:00', '2026-11-21T10:25+01:00'],
    [
      'a tour up to midnight',
      tourAt('2026-11-21', '23:35', 25),
      '2026-11-21T23:35+01:00',
      '2026-11-22T00:00+01:00',
    ],
    [
      'a meeting of one slot',
      meetingAt('2026-07-01', '10:00'),
      '2026-07-01T10:00+02:00',
      '2026-07-01T10:10+02:00',
    ],
    [
      'a meeting of three',
      meetingAt('2026-07-01', '10:00', '10:10', '10:20'),
      '2026-07-01T10:00+02:00',
      '2026-07-01T10:30+02:00',
    ],
    [
      'a tour over the March change',
      tourAt('2026-03-29', '01:45', 25),
      '2026-03-29T01:45+01:00',
      '2026-03-29T03:10+02:00',
    ],
    [
      'a meeting over the March change',
      meetingAt('2026-03-29', '01:50', '03:00'),
      '2026-03-29T01:50+01:00',
      '2026-03-29T03:10+02:00',
    ],
    [
      'a tour into the doubled hour',
      tourAt('2026-10-25', '02:50', 25),
      '2026-10-25T02:50+02:00',
      '2026-10-25T02:15+01:00',
    ],
  ])('%s', (_what, reservation, starts, ends) => {
    const facts = reservationFacts(reservation)
    expect(facts).toMatchObject({ kind: reservation.type, status: 'APPROVED' })
    expect(facts.starts_at).toBe(Date.parse(starts))
    expect(facts.ends_at).toBe(Date.parse(ends))
  })
})

describe('lists with a changed reservation', () => {
  const tour = (id: number, status = 'APPROVED') => ({ id, type: 'VIP_TOUR', status }) as TourReservation
  const meeting = (id: number, status = 'APPROVED') =>
    ({ id, type: 'GROUP_MEETING', status }) as MeetingReservation
  const lists: ReservationLists = { tours: [tour(1), tour(3)], meetings: [meeting(2), meeting(4)] }

  test('a changed reservation keeps its position', () => {
    const once = withReservation(lists, tour(3, 'CANCEL_REQUESTED'))
    const changed = withReservation(once, meeting(2, 'COMPLETED'))
    const listed = [...changed.tours, ...changed.meetings].map(({ id, status }) => `${id} ${status}`)
    expect(listed).toEqual(['1 APPROVED', '3 CANCEL_REQUESTED', '2 COMPLETED', '4 APPROVED'])
    expect(once.meetings).toBe(lists.meetings)
  })

  test('unaffected lists keep their identity and are not rendered again', () => {
    expect(withReservation(lists, tour(5, 'CANCEL_REQUESTED'))).toBe(lists)
  })
})
