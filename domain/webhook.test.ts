import { expect, test } from 'vitest'
import {
  checkWebhookUrl,
  endEventsOf,
  GONE,
  isFormerSecretGood,
  isReceiverDead,
  isTooLate,
  webhookPause,
} from './webhook.ts'

const NOW = Date.parse('2026-11-20T09:00:00+01:00')
const HOUR = 3_600_000

test('a failed delivery is tried ten times with growing pauses, within hours', () => {
  const pauses = []
  for (let attempts = 1; ; attempts += 1) {
    const pause = webhookPause('reservation.created', attempts, 500)
    if (pause === null) break
    pauses.push(pause)
  }
  expect(pauses).toHaveLength(9)
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
  const all = pauses.reduce((sum, pause) => sum + pause, 0)
  expect(all / HOUR).toBeGreaterThan(5)
  expect(all / HOUR).toBeLessThan(8)
})

test('a test is tried once', () => {
  expect(webhookPause('ping', 1, null)).toBeNull()
})

test.each([
  [400, true],
  [401, true],
  [404, true],
  [422, true],
  [408, false],
  [425, false],
  [429, false],
  [GONE, false],
  [307, false],
  [500, false],
  [null, false],
])('the answer %s refuses the event, which is set aside after three tries: %s', (answer, isRefused) => {
  expect(webhookPause('reservation.created', 2, answer)).not.toBeNull()
  expect(webhookPause('reservation.created', 3, answer) === null).toBe(isRefused)
})

const MINUTE = HOUR / 60

test.each([
  ['has failed for ten minutes', { failing_since: NOW - 10 * MINUTE }, true],
  ['has failed for less', { failing_since: NOW - 10 * MINUTE + 1 }, false],
  ['answers', {}, false],
  ['failed until it was switched off', { is_on: false, failing_since: NOW - HOUR }, false],
  ['wants no more deliveries', { is_on: false, is_gone: true }, true],
])('a receiver that %s is dead: %s', (_, facts, isDead) => {
  expect(isReceiverDead({ is_on: true, is_gone: false, failing_since: null, ...facts }, NOW)).toBe(isDead)
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

const tour = {
  kind: 'VIP_TOUR',
  status: 'APPROVED',
  starts_at: NOW - HOUR,
  ends_at: NOW,
  arrived_at: null,
  ended_at: null,
} as const

test.each([
  ['approved and over', tour, false, ['reservation.completed']],
  ['over without a visitor', tour, true, ['reservation.completed', 'reservation.no_show']],
  ['over after an arrival', { ...tour, arrived_at: NOW - HOUR }, true, ['reservation.completed']],
  ['not over', { ...tour, ends_at: NOW + 1 }, true, []],
  ['completed by somebody', { ...tour, status: 'COMPLETED', ended_at: NOW - 1 }, false, []],
  ['over and stored', { ...tour, status: 'COMPLETED' }, false, ['reservation.completed']],
  ['cancelled', { ...tour, status: 'CANCELLED' }, true, []],
] as const)(
  'the clock causes these events of a reservation that is %s',
  (_, reservation, areArrivalsMarked, events) => {
    expect(endEventsOf(reservation, areArrivalsMarked, NOW)).toEqual(events)
  },
)
