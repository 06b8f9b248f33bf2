import { expect, test } from 'vitest'
import { instantOf } from '../../domain/madrid-time.ts'
import { boardAt, boardBlocks } from '../../domain/room-board.ts'
import { countdownText, wordOf } from './board-text.ts'

const DAY = '2026-11-20'
const meeting = (start_time: string, end_time: string) => ({
  start_time,
  end_time,
  status: 'APPROVED',
  visitor: { title: `미팅 ${start_time}`, name: '박지민' },
})
const BLOCKS = boardBlocks(DAY, [meeting('10:00', '10:30'), meeting('12:00', '12:10')])

test.each([
  ['08:00', 'Available', '사용 가능', 'available', '2시간 후 시작'],
  ['08:45', 'Available', '사용 가능', 'available', '1시간 15분 후 시작'],
  ['09:49', 'Available', '사용 가능', 'available', '11분 후 시작'],
  ['09:50', 'Starting Soon', '곧 시작', 'soon', '10분 후 시작'],
  ['10:00', 'In Use', '사용 중', 'in-use', '30분 남음'],
  ['10:24', 'In Use', '사용 중', 'in-use', '6분 남음'],
  ['10:25', 'End Soon', '곧 종료', 'soon', '5분 남음'],
  ['10:29', 'End Soon', '곧 종료', 'soon', '1분 남음'],
  ['10:30', 'Available', '사용 가능', 'available', '1시간 30분 후 시작'],
  ['12:10', 'Available', '사용 가능', 'available', null],
])('at %s the board says %s, %s', (time, english, korean, tone, countdown) => {
  const now = instantOf(DAY, time)!
  const board = boardAt(BLOCKS, now)
  expect(wordOf(board)).toEqual({ tone, english, korean })
  expect(countdownText(board, now)).toBe(countdown)
})
