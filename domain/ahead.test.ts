import { expect, test } from 'vitest'
import { latestPast } from './ahead.ts'

test('a server whose clock goes before by seconds writes the past, a rehearsal of tomorrow does not', () => {
  const now = Date.parse('2026-11-20T08:00:00+01:00')
  expect(now + 5_000).toBeLessThan(latestPast(now))
  expect(now + 3_600_000).toBeGreaterThan(latestPast(now))
})
