import { expect, test } from 'vitest'
import { checkWebhookUrl, isFormerSecretGood, isTooLate, nextTryAt } from './webhook.ts'

const NOW = Date.parse('2026-11-20T09:00:00+01:00')
const HOUR = 3_600_000

test('a failed delivery is tried ten times with growing pauses, within hours', () => {
  const pauses = []
  let now = NOW
  for (let attempts = 1; ; attempts += 1) {
    const next = nextTryAt('reservation.created', attempts, now)
    if (next === null) break
    pauses.push(next - now)
    now = next
  }
  expect(pauses).toHaveLength(9)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  expect((now - NOW) / HOUR).toBeGreaterThan(5)
  expect((now - NOW) / HOUR).toBeLessThan(8)
})

test('a test delivery is tried once', () => {
  expect(nextTryAt('ping', 1, NOW)).toBeNull()
})

test.each([
  ['reminder.due', NOW - 1, true],
  ['reminder.due', NOW, true],
  ['reminder.due', NOW + 1, false],
  ['reminder.due', null, false],
  ['reservation.cancelled', NOW - HOUR, false],
  ['ping', null, false],
] as const)('%s of what starts at %s is too late: %s', (type, starts_at, isLate) => {
  expect(isTooLate(type, starts_at, NOW)).toBe(isLate)
})

test('a replaced secret signs for another day', () => {
  expect(isFormerSecretGood(NOW, NOW + 24 * HOUR - 1)).toBe(true)
  expect(isFormerSecretGood(NOW, NOW + 24 * HOUR)).toBe(false)
})

test.each([
  ['https://gateway.example.com/fairslot?stand=3', null],
  ['http://127.0.0.1:4000/', null],
  ['gateway.example.com', 'no_url'],
  ['ftp://gateway.example.com/', 'no_url'],
  ['file:///etc/passwd', 'no_url'],
  ['https://gateway.example.com/#part', 'no_url'],
  ['https://user:secret@gateway.example.com/', 'credentials'],
])('the address %s: %s', (url, problem) => {
  expect(checkWebhookUrl(url)).toBe(problem)
})
