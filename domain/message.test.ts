import { expect, test } from 'vitest'
import { waitsUntil } from './message.ts'

const NOW = Date.parse('2026-11-20T10:00:00+01:00')
const SECOND = 1_000

test.each([
  [null, null],
  [0, 60],
  [-59, 1],
  [-60, null],
])('a message sent %j seconds from now lets the next one wait for %j seconds', (sent, waits) => {
  const last = sent === null ? null : NOW + sent * SECOND
  expect(waitsUntil(last, NOW)).toBe(waits === null ? null : NOW + waits * SECOND)
})
