import { expect, test } from 'vitest'
import { dateToShow } from './event-date.ts'

const DATES = ['2026-11-20', '2026-11-22', '2026-11-23']

test.each([
  ['2026-11-19', undefined, '2026-11-20'],
  ['2026-11-20', undefined, '2026-11-20'],
  ['2026-11-21', undefined, '2026-11-22'],
  ['2026-11-23', undefined, '2026-11-23'],
  ['2026-11-30', undefined, '2026-11-23'],
  ['2026-11-22', '2026-11-20', '2026-11-20'],
  ['2026-11-30', '2026-11-20', '2026-11-20'],
  ['2026-11-22', '2026-11-21', '2026-11-22'],
  ['2026-11-22', 'x', '2026-11-22'],
  ['2026-11-22', null, '2026-11-22'],
])('on %s, with %s selected, the list shows %s', (today, wanted, date) => {
  expect(dateToShow(DATES, today, wanted)).toBe(date)
})

test('without dates, none is selected', () => {
  expect(dateToShow([], '2026-11-20')).toBeUndefined()
  expect(dateToShow([], '2026-11-20', '2026-11-20')).toBeUndefined()
})
