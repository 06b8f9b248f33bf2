import { describe, expect, test } from 'vitest'
import { instantOf, isoInMadrid } from './madrid-time.ts'
import { afterOpeningHours, isApproverTold, isOpen } from './waiting-request.ts'

const OFFICE = { from: '09:00', until: '18:00' }
const at = (moment: string) => instantOf(moment.slice(0, 10), moment.slice(11))!

test.each([
  ['within a day', '2026-11-19 10:15', 2, '2026-11-19T12:15:00+01:00'],
  ['before the day opens', '2026-11-19 03:00', 2, '2026-11-19T11:00:00+01:00'],
  ['over a night', '2026-11-19 17:30', 2, '2026-11-20T10:30:00+01:00'],
  ['after the day has closed', '2026-11-19 21:00', 2, '2026-11-20T11:00:00+01:00'],
  ['until the very end of a day', '2026-11-19 16:00', 2, '2026-11-19T18:00:00+01:00'],
  ['over several days', '2026-11-19 17:00', 20, '2026-11-22T10:00:00+01:00'],
  ['over the night on which the clock goes forward', '2026-03-28 17:00', 2, '2026-03-29T10:00:00+02:00'],
  ['over the night on which the clock goes back', '2026-10-24 17:00', 2, '2026-10-25T10:00:00+01:00'],
])('only opening hours count: %s', (_what, since, hours, due) => {
  expect(isoInMadrid(afterOpeningHours(at(since), hours, OFFICE))).toBe(due)
})

test('opening hours that begin in the skipped hour begin after it', () => {
  const open = { from: '02:30', until: '04:30' }
  expect(isoInMadrid(afterOpeningHours(at('2026-03-28 12:00'), 1, open))).toBe('2026-03-29T04:00:00+02:00')
})

test('opening hours include their first minute and exclude their closing time', () => {
  const moments = ['08:59', '09:00', '17:59', '18:00'].map((time) => isOpen(OFFICE, at(`2026-11-19 ${time}`)))
  expect(moments).toEqual([false, true, true, false])
})

describe('the approver is notified', () => {
  const told = (oldest: string, told_at: string | null, now: string) =>
    isApproverTold(at(oldest), told_at === null ? null : at(told_at), { hours: 2, open: OFFICE }, at(now))

  test.each([
    ['not yet', '2026-11-19 10:00', null, '2026-11-19 11:59', false],
    ['when the oldest has waited for two hours', '2026-11-19 10:00', null, '2026-11-19 12:00', true],
    [
      'not of the same line again on that day',
      '2026-11-19 10:00',
      '2026-11-19 12:00',
      '2026-11-19 17:59',
      false,
    ],
    ['not at night', '2026-11-19 10:00', '2026-11-19 12:00', '2026-11-20 08:59', false],
    ['again the next day', '2026-11-19 10:00', '2026-11-19 12:00', '2026-11-20 09:00', true],
    [
      'not of one that waited along at the last mail',
      '2026-11-19 11:59',
      '2026-11-19 12:00',
      '2026-11-19 14:30',
      false,
    ],
    [
      'again when all who waited then were answered',
      '2026-11-19 12:01',
      '2026-11-19 12:00',
      '2026-11-19 14:01',
      true,
    ],
    ['whatever a rehearsal has told', '2026-11-19 10:00', '2026-12-01 12:00', '2026-11-19 12:00', true],
  ])('%s', (_when, oldest, told_at, now, expected) => {
    expect(told(oldest, told_at, now)).toBe(expected)
  })
})
