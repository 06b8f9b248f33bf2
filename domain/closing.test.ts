import { describe, expect, test } from 'vitest'
import {
  announcedDay,
  daysToErasure,
  erasureDay,
  erasureStep,
  isEventOver,
  shiftedDates,
  type ErasureFacts,
} from './closing.ts'
import { instantOf } from './madrid-time.ts'

const at = (date: string, time = '09:00') => instantOf(date, time)!

const FACTS: ErasureFacts = {
  last_date: '2026-11-22',
  after_days: 90,
  told_for: null,
  told_at: null,
  has_persons: true,
}
const TOLD = { ...FACTS, told_for: '2027-02-20', told_at: at('2027-02-13') }

test.each([
  ['2026-11-21', 0, '2026-11-22', '00:00', true],
  ['2026-11-21', 0, '2026-11-21', '23:59', false],
  ['2026-11-21', 1, '2026-11-22', '00:00', false],
  [null, 0, '2026-11-22', '00:00', true],
])('an event up to %s with %i ahead is over on %s at %s: %s', (last_date, ahead, date, time, expected) => {
  expect(isEventOver({ last_date, ahead }, at(date, time))).toBe(expected)
})

describe('the date of erasing personal data', () => {
  test.each([
    [{}, '2027-02-20'],
    [{ after_days: 1 }, '2026-11-23'],
    [{ after_days: null }, null],
    [{ last_date: null }, null],
    [{ has_persons: false }, null],
  ])('%o: %s', (given, day) => {
    expect(erasureDay({ ...FACTS, ...given })).toBe(day)
  })
})

describe('the next step of the erasure', () => {
  test.each<[string, ErasureFacts, number, string]>([
    ['eight days before', FACTS, at('2027-02-12', '23:59'), 'wait'],
    ['a week before', FACTS, at('2027-02-13', '00:00'), 'tell'],
    ['told, the evening before', TOLD, at('2027-02-19', '23:59'), 'wait'],
    ['told, on the day', TOLD, at('2027-02-20', '00:00'), 'erase'],
    ['told, long after it', TOLD, at('2027-08-01'), 'erase'],
    ['never told, on the day', FACTS, at('2027-02-20'), 'tell'],
    ['told late, six days later', { ...TOLD, told_at: at('2027-03-01') }, at('2027-03-07', '23:59'), 'wait'],
    ['told late, a week later', { ...TOLD, told_at: at('2027-03-01') }, at('2027-03-08', '00:00'), 'erase'],
    ['told of another day', { ...TOLD, told_for: '2027-02-19' }, at('2027-02-20'), 'tell'],
    ['told on a clock ahead', { ...TOLD, told_at: at('2027-02-25') }, at('2027-02-20'), 'tell'],
    ['nobody is left', { ...TOLD, has_persons: false }, at('2027-02-20'), 'wait'],
  ])('%s', (_, facts, now, step) => {
    expect(erasureStep(facts, now)).toBe(step)
  })
})

test('erasure is announced at least a week ahead', () => {
  expect(announcedDay(FACTS, at('2027-01-01'))).toBe('2027-02-20')
  expect(announcedDay(FACTS, at('2027-03-01'))).toBe('2027-03-08')
  expect(announcedDay({ ...TOLD, told_at: at('2027-03-01') }, at('2027-03-05'))).toBe('2027-03-08')
  expect(announcedDay({ ...FACTS, after_days: null }, at('2027-03-01'))).toBeNull()
})

test.each([
  ['2027-02-12', null],
  ['2027-02-13', 7],
  ['2027-02-19', 1],
  ['2027-02-20', 1],
])('on %s the header shows %s days', (date, days) => {
  expect(daysToErasure(TOLD, at(date))).toBe(days)
})

test("the next event's dates keep their distances, even across a clock change", () => {
  expect(shiftedDates(['2026-10-26', '2026-10-24', '2026-10-25'], '2027-03-27')).toEqual([
    { from: '2026-10-24', to: '2027-03-27' },
    { from: '2026-10-25', to: '2027-03-28' },
    { from: '2026-10-26', to: '2027-03-29' },
  ])
  expect(shiftedDates([], '2027-03-27')).toEqual([])
})
