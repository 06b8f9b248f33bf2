import { expect, test } from 'vitest'
import { instantOf } from '../../domain/madrid-time.ts'
import { boardDay } from '../../domain/room-board.ts'
import { roomAt } from '../../domain/room-state.ts'
import { countdownText, titleText, TONES, untilText, wordOf } from './board-text.ts'

const DAY = '2026-11-20'
const meeting = (start_time: string, end_time: string) => ({
  start_time,
  end_time,
  status: 'APPROVED',
  party: Number(start_time.slice(0, 2)),
  visitor: { title: `미팅 ${start_time}`, name: '박지민' },
})
const slot = (time: string, end_time: string) => ({ time, end_time, is_locked: false })
const ROOM = boardDay(
  DAY,
  [slot('08:00', '11:00'), slot('12:00', '13:00')],
  [meeting('10:00', '10:30'), meeting('12:00', '12:10')],
)

test.each([
  ['07:59', 'Closed', '이용 시간 아님', 'closed', '08:00부터 사용 가능', '2시간 1분 후 시작'],
  ['08:00', 'Available', '사용 가능', 'available', null, '2시간 후 시작'],
  ['08:45', 'Available', '사용 가능', 'available', null, '1시간 15분 후 시작'],
  ['09:49', 'Available', '사용 가능', 'available', null, '11분 후 시작'],
  ['09:50', 'Starting Soon', '곧 시작', 'soon', null, '10분 후 시작'],
  ['10:00', 'In Use', '사용 중', 'in-use', null, '30분 남음'],
  ['10:24', 'In Use', '사용 중', 'in-use', null, '6분 남음'],
  ['10:25', 'End Soon', '곧 종료', 'soon', null, '5분 남음'],
  ['10:29', 'End Soon', '곧 종료', 'soon', null, '1분 남음'],
  // It closes before the next meeting.
  ['10:30', 'Available', '사용 가능', 'available', '11:00까지', '1시간 30분 후 시작'],
  // It opens with the next meeting, which is said beside it.
  ['11:00', 'Closed', '이용 시간 아님', 'closed', null, '1시간 후 시작'],
  ['12:10', 'Available', '사용 가능', 'available', '13:00까지', null],
  ['13:00', 'Closed', '오늘 예약 종료', 'closed', null, null],
])('at %s the board says %s, %s', (time, english, korean, tone, until, countdown) => {
  const now = instantOf(DAY, time)!
  const moment = roomAt(ROOM, now)
  expect(wordOf(moment)).toEqual({ english, korean })
  expect(TONES[moment.state]).toBe(tone)
  expect(untilText(moment)).toBe(until)
  expect(countdownText(moment, now)).toBe(countdown)
})

test('a meeting whose title is hidden has a neutral one', () => {
  expect([titleText('공급 협의'), titleText('')]).toEqual(['공급 협의', '미팅'])
})
