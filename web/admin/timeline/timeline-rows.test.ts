import { describe, expect, test } from 'vitest'
import type { Docent, Room } from '../../../contract/place.ts'
import type { MeetingReservation, TourReservation } from '../../../contract/reservation.ts'
import type { RoomSlot, TourSlot } from '../../../contract/slot.ts'
import { countHidden, firstColumn, groundOf, rowsIn, rowsOf } from './timeline-rows.ts'

const docent = (id: number) => ({ id, name: `도슨트 ${id}`, language: '한국어' }) as Docent
const room = (id: number) => ({ id, name: `미팅룸 ${id}`, floor: 1, size: 4 }) as Room

const tour = (id: number, docent_id: number | null, time: string, end_time: string) =>
  ({
    id,
    type: 'VIP_TOUR',
    available_tour: { time, end_time, docent: { id: docent_id, name: '떠난 도슨트' } },
  }) as TourReservation
const meeting = (id: number, room_id: number, start_time: string, end_time: string) =>
  ({
    id,
    type: 'GROUP_MEETING',
    room: { id: room_id, name: `미팅룸 ${room_id}` },
    time_slots: [{ start_time, end_time }],
  }) as MeetingReservation
const tourSlot = (docent_id: number, time: string) =>
  ({ docent: docent(docent_id), time, end_time: '23:00', available: true, is_locked: false }) as TourSlot

const reservations = {
  tours: [
    tour(1, 1, '06:30', '07:10'),
    tour(2, 1, '10:00', '10:25'),
    tour(3, null, '11:00', '11:25'),
    tour(4, 1, '19:00', '19:25'),
  ],
  meetings: [
    meeting(5, 9, '10:00', '10:30'),
    meeting(6, 9, '10:20', '10:40'),
    meeting(7, 8, '18:50', '19:20'),
  ],
}
const rows = rowsOf({
  docents: [docent(1), docent(2)],
  rooms: [room(8), room(9)],
  reservations,
  tourSlots: [tourSlot(1, '06:30'), tourSlot(1, '09:00'), tourSlot(2, '08:00')],
  roomSlots: [],
})
const drawn = rows.map(({ key, lanes, blocks }) => [key, lanes, blocks.map((block) => block.reservation.id)])

describe('the rows of a day', () => {
  test('are the docents and then the rooms, each with what is theirs and begins between 07:00 and 19:00', () => {
    expect(drawn).toEqual([
      ['tour-1', 1, [2]],
      ['tour-2', 1, []],
      [`tour-gone-${encodeURIComponent('떠난 도슨트')}`, 1, [3]],
      ['room-8', 1, [7]],
      ['room-9', 2, [5, 6]],
    ])
  })

  test('show tours, meetings or both, and say how many are not drawn', () => {
    expect(rowsIn(rows, 'all')).toHaveLength(5)
    expect(rowsIn(rows, 'tour').map(({ kind }) => kind)).toEqual(['tour', 'tour', 'tour'])
    expect(rowsIn(rows, 'meeting').map(({ kind }) => kind)).toEqual(['room', 'room'])
    expect(['all', 'tour', 'meeting'].map((view) => countHidden(reservations, view as 'all'))).toEqual([
      2, 2, 0,
    ])
  })

  test('open where the first thing of the day begins that is drawn', () => {
    expect(firstColumn(rows)).toBe(1)
    expect(firstColumn(rowsIn(rows, 'meeting'))).toBe(3)
    expect(firstColumn([])).toBeNull()
  })
})

describe('behind the reservations of a row', () => {
  const slot = (
    time: string,
    end_time: string,
    state: 'free' | 'locked' | 'held' | 'held and locked' = 'free',
  ) => ({ time, end_time, available: state === 'free', is_locked: state.endsWith('locked') }) as RoomSlot
  const kindsOf = (slots: RoomSlot[], past = '') =>
    groundOf(slots, past).map(({ kind, from, until }) => [kind, from / 60, until / 60])

  test('free times stand one by one, locked ones as one stretch, held ones and those from 19:00 not at all', () => {
    const slots = [
      slot('10:00', '10:30'),
      slot('10:30', '11:00'),
      slot('11:00', '11:30', 'locked'),
      slot('11:30', '12:00', 'locked'),
      slot('12:00', '12:30', 'held'),
      slot('12:30', '13:00', 'locked'),
      slot('19:00', '19:30'),
    ]
    expect(kindsOf(slots)).toEqual([
      ['free', 10, 10.5],
      ['free', 10.5, 11],
      ['locked', 11, 12],
      ['locked', 12.5, 13],
    ])
  })

  test('what has begun is past, whether it was locked or not; a gap ends a stretch', () => {
    const slots = [
      slot('10:00', '10:30'),
      slot('10:30', '11:00', 'locked'),
      slot('11:30', '12:00'),
      slot('12:00', '12:30'),
    ]
    expect(kindsOf(slots, '11:30')).toEqual([
      ['past', 10, 11],
      ['past', 11.5, 12],
      ['free', 12, 12.5],
    ])
  })
})
