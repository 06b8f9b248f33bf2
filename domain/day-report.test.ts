import { expect, test } from 'vitest'
import { checkReport, restOfDay } from './day-report.ts'

const DAY = '2026-11-20'
const at = (time: string, date = DAY) => Date.parse(`${date}T${time}:00+01:00`)

test.each([
  [
    'during the day: from now to its end',
    '10:05',
    { start_time: '09:00', end_time: '17:30' },
    { start_time: '10:05', end_time: '17:30' },
  ],
  [
    'before the first tour: from now',
    '07:40',
    { start_time: '09:00', end_time: '17:30' },
    { start_time: '07:40', end_time: '17:30' },
  ],
  [
    'a day until midnight ends a minute before',
    '22:00',
    { start_time: '18:00', end_time: '24:00' },
    { start_time: '22:00', end_time: '23:59' },
  ],
  ['at its end nothing is left', '17:30', { start_time: '09:00', end_time: '17:30' }, null],
])('the rest of today, %s', (_, now, day, expected) => {
  expect(restOfDay(DAY, day, at(now))).toEqual(expected)
})

test('of a coming day it is the whole day, of a past one nothing', () => {
  const day = { start_time: '09:00', end_time: '17:30' }
  expect(restOfDay('2026-11-21', day, at('10:05'))).toEqual(day)
  expect(restOfDay('2026-11-19', day, at('10:05'))).toBeNull()
})

test.each([
  ['10:00', '12:00', null],
  ['08:00', '10:06', null],
  ['12:00', '12:00', 'order'],
  ['13:00', '12:00', 'order'],
  ['08:00', '10:05', 'past'],
] as const)('at 10:05 a report from %s to %s: %s', (start_time, end_time, expected) => {
  expect(checkReport(DAY, { start_time, end_time }, at('10:05'))).toBe(expected)
})

test('a past day cannot be reported, a coming one can', () => {
  const span = { start_time: '08:00', end_time: '09:00' }
  expect(checkReport('2026-11-19', span, at('10:05'))).toBe('past')
  expect(checkReport('2026-11-21', span, at('10:05'))).toBeNull()
})
