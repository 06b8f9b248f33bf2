import { describe, expect, test } from 'vitest'
import { problems } from '../test/problems.ts'
import { meetingRequestFor, placeAndTime, reserveMeeting, reserveTour } from './booking.ts'

const TOUR_COUNT = '방문 인원은 1명 이상 30명 이하여야 합니다.'
const PHONE = '올바른 연락처를 입력해주세요.'
const WRONG = '올바르지 않은 값입니다.'

const tour = {
  available_tour_id: 11,
  event_date_id: 3,
  visitor: { company: '한빛', name: '이두리', phone: '010-2222-3333', count: 4 },
  note: '휠체어 이용',
}
const meeting = {
  room_id: 7,
  event_date_id: 3,
  time_slots: [
    { available_room_id: 21, duration: 10 },
    { available_room_id: 22, duration: 10 },
  ],
  visitor: {
    title: '공급 계약',
    company: '한빛',
    name: '이두리',
    manager_name: '박세라',
    phone: '010-2222-3333',
    count: 4,
  },
  note: '',
}

describe('requesting a tour', () => {
  const body = reserveTour.body!
  const visitor = (change: object) => ({ ...tour, visitor: { ...tour.visitor, ...change } })

  test('a complete form is accepted', () => {
    expect(body.parse(tour)).toEqual(tour)
  })

  test.each([
    ['no company', { company: ' ' }, { 'visitor.company': '회사명을 입력해주세요.' }],
    ['no name', { name: '' }, { 'visitor.name': '방문자명을 입력해주세요.' }],
    ['a phone of ten digits', { phone: '010-222-3333' }, { 'visitor.phone': PHONE }],
    ['no phone', { phone: '' }, { 'visitor.phone': PHONE }],
    ['eleven digits of any kind', { phone: '02123456789' }, {}],
    ['nobody', { count: 0 }, { 'visitor.count': TOUR_COUNT }],
    ['one', { count: 1 }, {}],
    ['thirty', { count: 30 }, {}],
    ['thirty-one', { count: 31 }, { 'visitor.count': TOUR_COUNT }],
    ['one and a half', { count: 1.5 }, { 'visitor.count': TOUR_COUNT }],
    ['a count in letters', { count: '4' }, { 'visitor.count': TOUR_COUNT }],
    ['no count', { count: undefined }, { 'visitor.count': TOUR_COUNT }],
  ])('%s', (_what, change, expected) => {
    expect(problems(body, visitor(change))).toEqual(expected)
  })

  test('an empty visitor form names every field', () => {
    expect(problems(body, { ...tour, visitor: {} })).toEqual({
      'visitor.company': '회사명을 입력해주세요.',
      'visitor.name': '방문자명을 입력해주세요.',
      'visitor.phone': PHONE,
      'visitor.count': TOUR_COUNT,
    })
  })

  test.each([
    ['trimmed', '  휠체어 이용\n', '휠체어 이용'],
    ['of several lines', '하나\r\n둘', '하나\n둘'],
    ['empty', '', ''],
    ['null', null, null],
    ['left out', undefined, undefined],
  ])('a note, %s', (_what, note, kept) => {
    expect(body.parse({ ...tour, note }).note).toBe(kept)
  })

  test('a note has at most 1000 characters', () => {
    expect(problems(body, { ...tour, note: '가'.repeat(1000) })).toEqual({})
    expect(problems(body, { ...tour, note: '가'.repeat(1001) })).toEqual({
      note: '1000자 이하로 입력해주세요.',
    })
  })

  test('texts are trimmed and the phone gets hyphens', () => {
    const sent = visitor({ company: ' 한빛 ', phone: '01022223333' })
    expect(body.parse(sent).visitor).toEqual(tour.visitor)
  })

  test('unknown fields are dropped, inside the visitor too', () => {
    const sent = { ...visitor({ is_vip: true }), status: 'APPROVED', member_id: 1 }
    expect(body.parse(sent)).toEqual(tour)
  })

  test.each([['available_tour_id'], ['event_date_id'], ['visitor']])('it needs %s', (field) => {
    expect(problems(body, { ...tour, [field]: undefined })).toEqual({ [field]: WRONG })
  })

  test.each([[null], [[]], ['tour'], [undefined]])('%j is no request', (input) => {
    expect(problems(body, input)).toEqual({ '': WRONG })
  })
})

describe('requesting a meeting room', () => {
  const body = reserveMeeting.body!
  const visitor = (change: object) => ({ ...meeting, visitor: { ...meeting.visitor, ...change } })

  test('a complete form is accepted', () => {
    expect(body.parse(meeting)).toEqual(meeting)
  })

  test.each([
    ['no title', { title: ' ' }, { 'visitor.title': '미팅명을 입력해주세요.' }],
    ['no company', { company: '' }, { 'visitor.company': '회사명을 입력해주세요.' }],
    ['no name', { name: '' }, { 'visitor.name': '방문자명을 입력해주세요.' }],
    ['no manager', { manager_name: '' }, { 'visitor.manager_name': '현장 미팅 담당자명을 입력해주세요.' }],
    ['a short phone', { phone: '010-222-3333' }, { 'visitor.phone': PHONE }],
    ['nobody: the room decides', { count: 0 }, {}],
    ['one and a half: the room decides', { count: 1.5 }, {}],
    ['no number', { count: '' }, { 'visitor.count': '방문 인원은 1명 이상이어야 합니다.' }],
    ['more than a tour takes: the room decides', { count: 31 }, {}],
  ])('%s', (_what, change, expected) => {
    expect(problems(body, visitor(change))).toEqual(expected)
  })

  const slots = (count: number) => Array.from({ length: count }, (_, i) => ({ available_room_id: i + 1 }))

  test.each([
    ['none', [], '예약하실 시간을 선택해주세요.'],
    ['one', slots(1), undefined],
    ['a whole day of ten minutes', slots(144), undefined],
    ['more than a day has', slots(145), '예약하실 시간을 선택해주세요.'],
    ['the same one twice', [...slots(2), ...slots(1)], '같은 시간을 두 번 선택할 수 없습니다.'],
    ['no list', undefined, '예약하실 시간을 선택해주세요.'],
  ])('time slots: %s', (_what, time_slots, text) => {
    expect(problems(body, { ...meeting, time_slots })).toEqual(text === undefined ? {} : { time_slots: text })
  })

  test.each([
    ['an id as text', { available_room_id: '21' }, { 'time_slots.0.available_room_id': WRONG }],
    ['no id', { duration: 10 }, { 'time_slots.0.available_room_id': WRONG }],
    ['no minutes', { available_room_id: 21, duration: 0 }, { 'time_slots.0.duration': WRONG }],
    ['without minutes', { available_room_id: 21 }, {}],
  ])('a time slot: %s', (_what, slot, expected) => {
    expect(problems(body, { ...meeting, time_slots: [slot] })).toEqual(expected)
  })

  test('unknown fields are dropped, inside visitor and time slots too', () => {
    const sent = {
      ...visitor({ is_vip: true }),
      time_slots: meeting.time_slots.map((slot) => ({ ...slot, is_locked: false })),
      status: 'APPROVED',
    }
    expect(body.parse(sent)).toEqual(meeting)
  })
})

describe('requesting a room for four', () => {
  test.each([[0], [5], [1.5], [''], [null], [undefined]])('for %j people names the capacity', (count) => {
    const request = { ...meeting, visitor: { ...meeting.visitor, count } }
    expect(problems(meetingRequestFor(4), request)).toEqual({
      'visitor.count': '방문 인원은 1명 이상 4명 이하여야 합니다.',
    })
  })

  test.each([[1], [4]])('for %j people is accepted', (count) => {
    expect(problems(meetingRequestFor(4), { ...meeting, visitor: { ...meeting.visitor, count } })).toEqual({})
  })
})

test("a request's body consists of chosen slots and typed fields", () => {
  const chosen = { place: { id: 7 }, event_date_id: 3, slots: [{ id: 21 }, { id: 22 }] }
  const typedIn = ({ visitor, note }: { visitor: unknown; note?: unknown }) => ({ visitor, note })
  expect({ ...typedIn(tour), ...placeAndTime({ ...chosen, kind: 'tour', slots: [{ id: 11 }] }) }).toEqual(
    tour,
  )
  expect({ ...typedIn(meeting), ...placeAndTime({ ...chosen, kind: 'room' }) }).toEqual(meeting)
  const shown = { ...chosen, slots: [{ id: 21, time: '10:00' }] }
  expect(placeAndTime({ ...shown, kind: 'tour' })).toMatchObject({ available_tour_id: 21, time: '10:00' })
  expect(placeAndTime({ ...shown, kind: 'room' }).time_slots).toMatchObject([
    { available_room_id: 21, time: '10:00' },
  ])
  const unchosen = placeAndTime({ ...chosen, kind: 'room', slots: [] })
  expect(problems(reserveMeeting.body!, { ...meeting, ...unchosen })).toEqual({
    time_slots: '예약하실 시간을 선택해주세요.',
  })
})
