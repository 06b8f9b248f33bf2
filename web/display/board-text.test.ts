import { expect, test } from 'vitest'
import { instantOf } from '../../domain/madrid-time.ts'
import { boardDay } from '../../domain/room-board.ts'
import { roomAt } from '../../domain/room-state.ts'
import { countdownText, lineText, placeText, titleText, WORDS } from './board-text.ts'

const DAY = '2026-11-20'
const meeting = (start: string, end: string) => ({
  time_range: `${start} ~ ${end}`,
  status: 'APPROVED',
  visitor: { title: `미팅 ${start}`, name: '박지민' },
})
const ROOM = boardDay(DAY, {
  time_slots: [
    { time: '08:00', end_time: '10:00' },
    { time: '10:00', end_time: '11:00' },
    { time: '12:00', end_time: '12:10' },
    { time: '12:10', end_time: '13:00' },
    { time: '15:00', is_held: true },
  ],
  reservations: [meeting('10:00', '10:30'), meeting('12:00', '12:10')],
})
const LOCKED = boardDay(DAY, { time_slots: [{ time: '08:00', is_locked: true }], reservations: [] })

test.each([
  ['07:59', 'Available', '사용 가능', 'available', '08:00부터 예약 가능', '2시간 1분 후 시작'],
  ['08:00', 'Available', '사용 가능', 'available', '10:00까지', '2시간 후 시작'],
  ['08:45', 'Available', '사용 가능', 'available', '10:00까지', '1시간 15분 후 시작'],
  ['09:49', 'Available', '사용 가능', 'available', '10:00까지', '11분 후 시작'],
  ['09:50', 'Starting Soon', '곧 시작', 'soon', '10:00 시작', '10분 후 시작'],
  ['10:00', 'In Use', '사용 중', 'in-use', '10:30까지', '30분 남음'],
  ['10:24', 'In Use', '사용 중', 'in-use', '10:30까지', '6분 남음'],
  ['10:25', 'End Soon', '곧 종료', 'soon', '10:30 종료', '5분 남음'],
  ['10:29', 'End Soon', '곧 종료', 'soon', '10:30 종료', '1분 남음'],
  // Its times end before the next meeting.
  ['10:30', 'Available', '사용 가능', 'available', '11:00까지', '1시간 30분 후 시작'],
  // The time of the next meeting cannot be booked, the one after it can.
  ['11:00', 'Available', '사용 가능', 'available', '12:10부터 예약 가능', '1시간 후 시작'],
  ['12:10', 'Available', '사용 가능', 'available', '13:00까지', null],
  // A request has the last time.
  ['13:00', 'Available', '사용 가능', 'available', '이용 시간 아님', null],
  ['15:10', 'Available', '사용 가능', 'available', '오늘 예약 종료', null],
])('at %s the board says %s, %s', (time, english, korean, tone, line, countdown) => {
  const now = instantOf(DAY, time)!
  const moment = roomAt(ROOM, now)
  expect(WORDS[moment.board]).toEqual({ english, korean, tone })
  expect(lineText(moment)).toBe(line)
  expect(countdownText(moment, now)).toBe(countdown)
})

test('a room that is locked all day is closed, which needs no explanation', () => {
  const moment = roomAt(LOCKED, instantOf(DAY, '07:00')!)
  expect(WORDS[moment.board]).toEqual({ english: 'Closed', korean: '사용 불가', tone: 'closed' })
  expect(lineText(moment)).toBeNull()
})

test.each([
  [{ floor: 3, size: 8 }, '3층 · 최대 8명'],
  [{ size: 8 }, '최대 8명'],
  [{}, ''],
])('%o is said of a room as %j', (room, text) => {
  expect(placeText(room)).toBe(text)
})

test('a meeting whose title is hidden has a neutral one', () => {
  expect([titleText('공급 협의'), titleText('')]).toEqual(['공급 협의', '미팅'])
})
