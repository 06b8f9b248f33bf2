import { expect, test } from 'vitest'
import { latestPast } from './ahead.ts'

test("instants are past if ahead by a server's clock difference only, not by a rehearsal's day", () => {
  const now = Date.parse('2026-11-20T08:00:00+01:00')
  expect(now + 5_000).toBeLessThan(latestPast(now))
  expect(now + 3_600_000).toBeGreaterThan(latestPast(now))
})
