import { expect, test } from 'vitest'
import { AUTO_APPROVE, isAutoApproved } from './booking.ts'
import { checkWindow, opensTooLate, windowChanges } from './reservation.ts'
import { FLAGS_OF } from './tier.ts'

const at = (time: string) => Date.parse(`2026-11-20T${time}+01:00`)
const window = { opens_at: at('09:00'), closes_minutes: 30 }

test.each([
  ['a moment before it opens', at('08:59:59'), 'not_open'],
  ['when it opens', at('09:00'), null],
  ['a moment before it closes', at('09:59:59'), null],
  ['half an hour before the start', at('10:00'), 'booking_closed'],
])('a slot at 10:30 can be booked from 09:00 to half an hour before: %s', (_when, now, problem) => {
  expect(checkWindow(window, [at('10:30')], now)).toBe(problem)
  expect(checkWindow(window, [at('12:00'), at('10:30')], now), 'with a later slot').toBe(problem)
})

test('without an opening and a closing time, booking ends with the start', () => {
  const always = { opens_at: null, closes_minutes: 0 }
  expect(checkWindow(always, [at('10:30')], 0)).toBeNull()
  expect(checkWindow(always, [at('10:30')], at('10:29:59'))).toBeNull()
  expect(checkWindow(always, [at('10:30')], at('10:30'))).toBe('booking_closed')
})

test('a slot changes when booking opens, and when it closes for this slot', () => {
  expect(windowChanges(window, at('10:30'))).toEqual([at('09:00'), at('10:00')])
})

test('booking opens on the last day of the event at the latest', () => {
  const midnight = Date.parse('2026-11-21T00:00+01:00')
  expect(opensTooLate(midnight - 1, '2026-11-20')).toBe(false)
  expect(opensTooLate(midnight, '2026-11-20')).toBe(true)
})

test.each([
  ['none', []],
  ['vvip', ['VVIP']],
  ['vip', ['VIP', 'VVIP']],
  ['all', ['normal', 'VIP', 'VVIP']],
] as const)('%s approves at once: %j', (rule, tiers) => {
  expect(AUTO_APPROVE).toContain(rule)
  const approved = (['normal', 'VIP', 'VVIP'] as const).filter((tier) => isAutoApproved(rule, FLAGS_OF[tier]))
  expect(approved).toEqual(tiers)
})
