import { expect, test } from 'vitest'
import { checkLastDay, lastDayOfLink, standings } from './day-sheet.ts'
import { instantOf } from './madrid-time.ts'
import type { Status } from './reservation.ts'

const at = (time: string, date = '2026-11-20') => instantOf(date, time)!
const lasting = (start: string, end: string, status: Status = 'APPROVED') => ({
  status,
  starts_at: at(start),
  ends_at: at(end),
})

test.each([
  ['09:59', ['next', 'next', 'later']],
  ['10:00', ['now', 'now', 'next']],
  ['10:24', ['now', 'now', 'next']],
  ['10:25', ['over', 'now', 'next']],
  ['10:30', ['over', 'over', 'next']],
  ['11:00', ['over', 'over', 'now']],
  ['11:25', ['over', 'over', 'over']],
])('at %s the meetings are %o', (time, expected) => {
  const day = [lasting('10:00', '10:25'), lasting('10:00', '10:30'), lasting('11:00', '11:25')]
  expect(standings(day, at(time))).toEqual(expected)
})

test.each([
  ['COMPLETED', '09:00', ['over', 'next', 'later']],
  ['COMPLETED', '10:05', ['over', 'next', 'later']],
  ['CANCEL_REQUESTED', '09:00', ['next', 'later', 'later']],
  ['CANCEL_REQUESTED', '10:05', ['now', 'next', 'later']],
] as [Status, string, string[]][])(
  'with the first meeting %s, at %s the meetings are %o',
  (status, time, expected) => {
    const day = [lasting('10:00', '10:30', status), lasting('11:00', '11:30'), lasting('12:00', '12:30')]
    expect(standings(day, at(time))).toEqual(expected)
  },
)

test('an empty day has no entries', () => {
  expect(standings([], at('10:00'))).toEqual([])
})

test('a link expires with its last date, in any input order', () => {
  expect(lastDayOfLink(['2026-11-21', '2026-11-23', '2026-11-20'])).toBe('2026-11-23')
  expect(lastDayOfLink([])).toBeUndefined()
})

test.each([
  ['2026-11-19', 'past'],
  ['2026-11-20', null],
  ['2026-11-21', null],
  ['2027-11-21', null],
  ['2027-11-22', 'too_late'],
  ['9999-12-31', 'too_late'],
])('on 20 November 2026 a link until %s: %s', (date, problem) => {
  expect(checkLastDay(date, at('00:00'))).toBe(problem)
  expect(checkLastDay(date, at('23:59'))).toBe(problem)
})
