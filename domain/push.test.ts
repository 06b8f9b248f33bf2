import { expect, test } from 'vitest'
import { instantOf } from './madrid-time.ts'
import { isPushUrgent, pushExpiry, pushPause, type PushKind } from './push.ts'

const at = (time: string, date = '2026-11-20') => instantOf(date, time)!
const now = at('09:00')

test.each([
  ['in an hour', at('10:00'), at('10:00')],
  ['in five minutes', at('09:05'), at('09:15')],
  ['in a week', at('09:00', '2026-11-27'), at('09:00', '2026-11-23')],
  ['an hour ago', at('08:00'), at('09:15')],
])('a push about a reservation that begins %s expires in time', (_, starts_at, until) => {
  expect(pushExpiry(starts_at, now)).toBe(until)
})

test.each<[PushKind, string, boolean]>([
  ['approved', '11:00', true],
  ['approved', '11:01', false],
  ['reminder', '18:00', true],
])('%s for %s wakes a sleeping phone: %s', (kind, time, urgent) => {
  expect(isPushUrgent(kind, at(time), now)).toBe(urgent)
})

test('each failure makes the next try later, up to an hour', () => {
  const waits = [1, 2, 3, 4, 20].map((attempts) => pushPause(attempts) / 1000)
  expect(waits).toEqual([30, 60, 120, 240, 3600])
})
