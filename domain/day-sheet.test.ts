import { expect, test } from 'vitest'
import { checkLastDay, dateToShow, lastDayOfLink, standings } from './day-sheet.ts'
import { instantOf } from './madrid-time.ts'

const at = (time: string, date = '2026-11-20') => instantOf(date, time)!
const lasting = (start: string, end: string) => ({ starts_at: at(start), ends_at: at(end) })

test.each([
  ['09:59', ['next', 'next', 'later']],
  ['10:00', ['now', 'now', 'next']],
  ['10:24', ['now', 'now', 'next']],
  ['10:25', ['over', 'now', 'next']],
  ['10:30', ['over', 'over', 'next']],
  ['11:00', ['over', 'over', 'now']],
  ['11:25', ['over', 'over', 'over']],
])('at %s the day stands at %o', (time, expected) => {
  const day = [lasting('10:00', '10:25'), lasting('10:00', '10:30'), lasting('11:00', '11:25')]
  expect(standings(day, at(time))).toEqual(expected)
})

test('an empty day stands nowhere', () => {
  expect(standings([], at('10:00'))).toEqual([])
})

test.each([
  [['2026-11-20', '2026-11-21'], '2026-11-19', '2026-11-20'],
  [['2026-11-20', '2026-11-22'], '2026-11-21', '2026-11-22'],
  [['2026-11-20', '2026-11-21'], '2026-11-21', '2026-11-21'],
  [['2026-11-20', '2026-11-21'], '2026-11-25', '2026-11-21'],
  [[], '2026-11-20', undefined],
])('of %o, on %s one wants to see %s', (dates, today, expected) => {
  expect(dateToShow(dates, today)).toBe(expected)
})

test('a link is good for the last of its dates, in whatever order they come', () => {
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
