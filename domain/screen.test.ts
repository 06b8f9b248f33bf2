import { expect, test } from 'vitest'
import { CHECK_IN_MS, isSilent, silentSince } from './screen.ts'

const NOW = Date.parse('2026-11-20T10:00:00+01:00')

test.each([
  ['has just said so', 0, false],
  ['missed one time', CHECK_IN_MS + 20_000, false],
  ['missed one time, and its next is late', 2.5 * CHECK_IN_MS, false],
  ['missed two times', 2.5 * CHECK_IN_MS + 1, true],
  ['was switched off yesterday', 15 * 3_600_000, true],
  ['is heard from the future, as after a clock was set back', -5_000, false],
])('a screen that %s: %i ms, is silent: %s', (_, ago, silent) => {
  expect(isSilent(NOW - ago, NOW)).toBe(silent)
})

test('ten minutes of silence are told', () => {
  expect(silentSince(NOW)).toBe(Date.parse('2026-11-20T09:50:00+01:00'))
})
