import { expect, test } from 'vitest'
import { heldPause, isHeldTooLong, isMailOutage } from './mail-outage.ts'

const NOW = Date.parse('2026-11-20T10:00:00+01:00')
const MINUTE = 60_000

test.each([
  [0, null, false],
  [1, 1.9, false],
  [1, 2, true],
  [9, null, false],
  [10, null, true],
  [10, 0, true],
  // Written under a rehearsal's clock.
  [1, -60, false],
])('%i delayed mails, held for %j minutes: an outage is %s', (delayed, minutes, is) => {
  const held_since = minutes === null ? null : NOW - minutes * MINUTE
  expect(isMailOutage({ delayed, held_since }, NOW)).toBe(is)
})

test('one held mail is tried every 15 seconds, and four hundred together as often', () => {
  expect(heldPause(1)).toBe(15_000)
  expect(heldPause(400) / 400).toBe(15_000)
})

test('a held mail is given up after five days', () => {
  expect(isHeldTooLong(NOW - 4 * 24 * 60 * MINUTE, NOW)).toBe(false)
  expect(isHeldTooLong(NOW - 5 * 24 * 60 * MINUTE, NOW)).toBe(true)
})
