import { expect, test } from 'vitest'
import { instantOf } from '../../domain/madrid-time.ts'
import { cardText } from './rooms-text.ts'

const NOW = instantOf('2026-11-20', '10:00')!
const UNTIL = '2026-11-20T10:30:00+01:00'

test.each([
  ['free', false, UNTIL, 'available', '사용 가능', '10:30까지'],
  ['in_use', false, UNTIL, 'in-use', '사용 중', '10:30까지'],
  ['soon', false, UNTIL, 'soon', '곧 시작', '10:30 시작'],
  ['soon', true, UNTIL, 'soon', '곧 종료', '10:30 종료'],
  ['closed', false, UNTIL, 'closed', '사용 불가', '10:30까지'],
  ['closed', false, null, 'closed', '사용 불가', '오늘 예약 종료'],
] as const)('a room that is %s (ending: %s) until %s', (state, is_ending, until, tone, word, text) => {
  expect(cardText({ state, is_ending, until }, NOW)).toEqual({ tone, word, until: text })
})

test('a state that is over and that nothing follows is not told as if it were not', () => {
  const room = { state: 'in_use', is_ending: false, until: UNTIL } as const
  expect(cardText(room, Date.parse(UNTIL) + 14_999).word).toBe('사용 중')
  expect(cardText(room, Date.parse(UNTIL) + 15_000)).toEqual({ tone: 'unknown', word: '확인 중', until: '' })
})
