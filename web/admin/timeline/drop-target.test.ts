import { describe, expect, test } from 'vitest'
import type { Room } from '../../../contract/place.ts'
import type { MeetingReservation, TourReservation } from '../../../contract/reservation.ts'
import type { RoomSlot } from '../../../contract/slot.ts'
import { instantOf } from '../../../domain/madrid-time.ts'
import { minutesOf, timeOf } from '../../../domain/slot.ts'
import { dropOn } from './drop-target.ts'
import { rowsOf, type Row } from './timeline-rows.ts'

const DATE = '2026-11-20'
const EARLY = instantOf(DATE, '08:00')!

type State = 'free' | 'held' | 'locked'
const slot = (id: number, time: string, state: State = 'free') =>
  ({
    id,
    time,
    end_time: timeOf(minutesOf(time) + 10),
    duration: 10,
    event_date: { id: 1, date: DATE },
    available: state === 'free',
    is_locked: state === 'locked',
  }) as RoomSlot
const row = (slots: RoomSlot[], more: object = {}) =>
  ({ kind: 'room', place: { id: 2, size: 4 }, slots, ...more }) as Row

/** A meeting of three from 10:00 to 10:20, which holds slots 1 and 2. */
const meeting = {
  type: 'GROUP_MEETING',
  event_date: { id: 1, date: DATE },
  time_slots: [
    { available_room: { id: 1, time: '10:00' }, start_time: '10:00', end_time: '10:10', duration: 10 },
    { available_room: { id: 2, time: '10:10' }, start_time: '10:10', end_time: '10:20', duration: 10 },
  ],
  total_duration: 20,
  visitor: { count: 3 },
} as MeetingReservation
const tour = {
  type: 'VIP_TOUR',
  available_tour: { id: 7, time: '10:00', end_time: '10:25', duration: 25, event_date: { date: DATE } },
  visitor: { count: 3 },
} as TourReservation

const ELEVEN = [slot(11, '11:00'), slot(12, '11:10'), slot(13, '11:20')]
const drop = (slots: RoomSlot[], time: string, more?: object, now = EARLY) =>
  dropOn(row(slots, more), minutesOf(time), meeting, now)

describe('a meeting that is dragged', () => {
  test.each([
    ['11:00', '11:00'],
    ['11:04', '11:00'],
    ['11:06', '11:10'],
    ['10:35', '11:00'],
  ])('at %s lands on the real slot at %s, as long as it is', (at, time) => {
    expect(drop(ELEVEN, at)).toEqual({
      from: minutesOf(time),
      until: minutesOf(time) + 20,
      time,
      text: `${time} ~ ${timeOf(minutesOf(time) + 20)}`,
      canDrop: true,
    })
  })

  test('lands ten minutes later, over its own time', () => {
    const own = [slot(1, '10:00', 'held'), slot(2, '10:10', 'held'), slot(3, '10:20')]
    expect(drop(own, '10:10')).toMatchObject({ time: '10:10', canDrop: true })
    expect(drop(own, '10:01')).toMatchObject({ text: '지금 있는 자리입니다.', canDrop: false })
  })

  test.each([
    ['taken', [slot(11, '11:00'), slot(12, '11:10', 'held')], '11:00', '이미 예약된 시간입니다.'],
    ['locked', [slot(11, '11:00', 'locked'), slot(12, '11:10')], '11:00', '잠긴 시간입니다.'],
    ['too short', ELEVEN, '11:20', '여기부터 20분이 이어지지 않습니다.'],
    ['far from any slot', ELEVEN, '14:00', '가용 시간이 없습니다.'],
    ['without slots', [], '11:00', '가용 시간이 없습니다.'],
  ])('is told that a place is %s', (_what, slots, at, text) => {
    expect(drop(slots, at)).toMatchObject({ text, canDrop: false })
  })

  test('lands where it ends after 19:00, but begins before', () => {
    const room = { id: 2, name: '미팅룸 하늘', floor: 1, size: 4 } as Room
    const late = ['18:40', '18:50', '19:00', '19:10'].map((time, id) => ({ ...slot(id + 11, time), room }))
    const [evening] = rowsOf({
      docents: [],
      rooms: [room],
      reservations: { tours: [], meetings: [] },
      tourSlots: [],
      roomSlots: late,
    })
    const dropAt = (time: string) => dropOn(evening, minutesOf(time), meeting, EARLY)
    expect(dropAt('18:50')).toMatchObject({ text: '18:50 ~ 19:10', canDrop: true })
    expect(dropAt('19:00')).toMatchObject({ time: '18:50', canDrop: true })
  })

  test('is told of the past, of a room that is too small or deleted, and of docents', () => {
    const past = instantOf(DATE, '11:00')!
    expect(drop(ELEVEN, '11:00', {}, past)).toMatchObject({ text: '지난 시간입니다.', canDrop: false })
    expect(drop(ELEVEN, '11:00', { place: { id: 2, size: 2 } }).text).toBe('2명까지 들어갑니다.')
    expect(drop(ELEVEN, '11:00', { place: null }).canDrop).toBe(false)
    expect(drop(ELEVEN, '11:00', { kind: 'tour' }).text).toBe('미팅은 미팅룸으로만 옮길 수 있습니다.')
  })
})

test('a tour lands on one slot, however long that is, and in no room', () => {
  const docent = row(ELEVEN, { kind: 'tour', place: { id: 5 } })
  expect(dropOn(docent, minutesOf('11:02'), tour, EARLY)).toMatchObject({
    text: '11:00 ~ 11:10',
    until: minutesOf('11:10'),
    canDrop: true,
  })
  expect(dropOn(row(ELEVEN), minutesOf('11:00'), tour, EARLY).text).toBe(
    '투어는 도슨트에게만 옮길 수 있습니다.',
  )
})
