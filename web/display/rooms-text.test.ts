import { expect, test } from 'vitest'
import { instantOf } from '../../domain/madrid-time.ts'
import { bookableText, cardText, isOver, type ListedRoom } from './rooms-text.ts'

const NOW = instantOf('2026-11-20', '10:00')!
const UNTIL = '2026-11-20T10:30:00+01:00'

/** A room with the fields of the specification alone. */
const PLAIN = { id: 1, name: '미팅룸', size: 8, has_available_slots: true } as const

test.each([
  ['free', 'available', true, UNTIL, 'available', 'Available', '사용 가능', '10:30까지'],
  ['free', 'available', false, UNTIL, 'available', 'Available', '사용 가능', '10:30부터 예약 가능'],
  ['free', 'available', false, null, 'available', 'Available', '사용 가능', '이용 시간 아님'],
  ['closed', 'available', false, null, 'available', 'Available', '사용 가능', '오늘 예약 종료'],
  ['in_use', 'in_use', true, UNTIL, 'in-use', 'In Use', '사용 중', '10:30까지'],
  ['soon', 'starting_soon', true, UNTIL, 'soon', 'Starting Soon', '곧 시작', '10:30 시작'],
  ['soon', 'end_soon', true, UNTIL, 'soon', 'End Soon', '곧 종료', '10:30 종료'],
  ['closed', 'closed', false, null, 'closed', 'Closed', '사용 불가', null],
] as const)(
  'a room that is %s, whose board is %s (open: %s) until %s',
  (state, board, is_open, until, tone, english, korean, line) => {
    const room = { ...PLAIN, state, board, is_open, until }
    expect(cardText(room, NOW)).toEqual({ tone, english, korean, line })
  },
)

test('an outdated state that nothing follows is not shown as if it were current', () => {
  const room = { ...PLAIN, state: 'in_use', board: 'in_use', is_open: true, until: UNTIL } as const
  expect(cardText(room, Date.parse(UNTIL) + 14_999).korean).toBe('사용 중')
  expect(cardText(room, Date.parse(UNTIL) + 15_000)).toEqual({ tone: 'unknown', korean: '확인 중' })
})

test('a card changes in the second that the service foretold, and the wall asks for what follows', () => {
  const at = '2026-11-20T10:20:00+01:00'
  const free = { state: 'free', board: 'available', is_open: true, until: UNTIL } as const
  const soon = { at, state: 'soon', board: 'starting_soon', is_open: true, until: UNTIL } as const
  const room: ListedRoom = { ...PLAIN, ...free, coming: [soon] }
  expect(cardText(room, Date.parse(at) - 1).english).toBe('Available')
  expect(isOver(room, Date.parse(at) - 1)).toBe(false)
  expect(cardText(room, Date.parse(at))).toMatchObject({ english: 'Starting Soon', line: '10:30 시작' })
  expect(isOver(room, Date.parse(at))).toBe(true)
  // Without further answers it shows what it knows as long as that lasts.
  expect(cardText(room, Date.parse(UNTIL) + 14_999).english).toBe('Starting Soon')
  expect(cardText(room, Date.parse(UNTIL) + 15_000).korean).toBe('확인 중')
})

test.each([
  [true, '예약 가능', 'available'],
  [false, '예약 불가', 'closed'],
])('with a bookable time: %s, a card says %s, also where nothing else is known', (flag, label, tone) => {
  const room: ListedRoom = { ...PLAIN, has_available_slots: flag }
  expect(bookableText(room)).toBe(label)
  expect(cardText(room, NOW)).toEqual({ tone })
})
