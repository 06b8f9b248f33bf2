import { expect, test } from 'vitest'
import { waitingSince, waitingText } from './waiting.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [-5 * MINUTE, '방금'],
  [0, '방금'],
  [MINUTE - 1, '방금'],
  [MINUTE, '1분 대기'],
  [HOUR - 1, '59분 대기'],
  [HOUR, '1시간 대기'],
  [24 * HOUR - 1, '23시간 대기'],
  [24 * HOUR, '1일 대기'],
  [49 * HOUR, '2일 대기'],
])('after %i ms it says %s', (waited, text) => {
  const since = Date.parse('2026-11-21T09:00:00+01:00')
  expect(waitingText(since, since + waited)).toBe(text)
})

test.each([
  ['PENDING', '2026-11-20T10:00:00+01:00'],
  ['CANCEL_REQUESTED', '2026-11-21T08:00:00+01:00'],
] as const)('%s waits since %s', (status, since) => {
  const times = { created_at: '2026-11-20T10:00:00+01:00', updated_at: '2026-11-21T08:00:00+01:00' }
  expect(waitingSince({ status, ...times })).toBe(Date.parse(since))
})
