import { expect, test } from 'vitest'
import { waitingSince, waitingText } from './waiting-text.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  // Nobody says since when.
  [Number.NaN, ''],
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
  ['a reservation', null, '2026-11-20T10:00:00+01:00'],
  ['a cancellation request', '2026-11-21T08:00:00+01:00', '2026-11-21T08:00:00+01:00'],
])(
  '%s waits since it was asked for, whoever has edited it meanwhile',
  (_what, cancel_requested_at, since) => {
    const times = { created_at: '2026-11-20T10:00:00+01:00', updated_at: '2026-11-21T08:30:00+01:00' }
    expect(waitingSince({ ...times, cancel_requested_at })).toBe(Date.parse(since))
  },
)
