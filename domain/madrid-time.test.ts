import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  instantOf,
  isoInMadrid,
  koreanDate,
  madridDate,
  madridEnd,
  madridTime,
  shortKoreanDate,
  startOfDay,
  isDate,
  isTime,
  shortKoreanDates,
} from './madrid-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (iso: string) => Date.parse(iso)

describe('date and time in Madrid', () => {
  test.each([
    ['a winter morning', '2026-01-15T08:05:59Z', '2026-01-15', '09:05'],
    ['a summer morning', '2026-07-15T08:05:59Z', '2026-07-15', '10:05'],
    ['late at night, already tomorrow in winter', '2026-01-15T23:30:00Z', '2026-01-16', '00:30'],
    ['late at night, already tomorrow in summer', '2026-07-15T23:30:00Z', '2026-07-16', '01:30'],
    ['earlier at night, already tomorrow only in summer', '2026-07-15T22:00:00Z', '2026-07-16', '00:00'],
    ['earlier at night, still today in winter', '2026-01-15T22:59:59Z', '2026-01-15', '23:59'],
    ['the last second of the year', '2026-12-31T22:59:59Z', '2026-12-31', '23:59'],
    ['the new year', '2026-12-31T23:00:00Z', '2027-01-01', '00:00'],
    ['a leap day', '2028-02-29T12:00:00Z', '2028-02-29', '13:00'],
    ['before the March change', '2026-03-29T00:59:59Z', '2026-03-29', '01:59'],
    ['the March change', '2026-03-29T01:00:00Z', '2026-03-29', '03:00'],
    ['the doubled hour, first time', '2026-10-25T00:30:00Z', '2026-10-25', '02:30'],
    ['the doubled hour, second time', '2026-10-25T01:30:00Z', '2026-10-25', '02:30'],
  ])('%s', (_when, iso, date, time) => {
    expect(madridDate(at(iso))).toBe(date)
    expect(madridTime(at(iso))).toBe(time)
  })

  test('midnight is an end of 24:00', () => {
    expect(madridEnd(at('2026-11-20T23:00:00Z'))).toBe('24:00')
    expect(madridEnd(at('2026-11-20T22:50:00Z'))).toBe('23:50')
  })

  test.each([
    ['2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
    ['2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
    ['2026-10-25T00:59:59Z', '2026-10-25T02:59:59+02:00'],
    ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00+01:00'],
    ['2027-03-28T00:59:59Z', '2027-03-28T01:59:59+01:00'],
    ['2027-03-28T01:00:00Z', '2027-03-28T03:00:00+02:00'],
    ['2027-10-31T00:59:59Z', '2027-10-31T02:59:59+02:00'],
    ['2027-10-31T01:00:00Z', '2027-10-31T02:00:00+01:00'],
    ['2026-07-15T23:30:00.999Z', '2026-07-16T01:30:00+02:00'],
  ])('%s is written %s', (utc, madrid) => {
    expect(isoInMadrid(at(utc))).toBe(madrid)
  })
})

describe('the instant of a wall time in Madrid', () => {
  test.each([
    ['a winter morning', '2026-01-15', '09:00', '2026-01-15T08:00Z'],
    ['a summer morning', '2026-07-15', '09:00', '2026-07-15T07:00Z'],
    ['just after midnight', '2026-07-15', '00:10', '2026-07-14T22:10Z'],
    ['the end of a day', '2026-07-15', '24:00', '2026-07-15T22:00Z'],
    ['before the March change', '2026-03-29', '01:59', '2026-03-29T00:59Z'],
    ['the first minute left out in March', '2026-03-29', '02:00', null],
    ['the last minute left out in March', '2026-03-29', '02:59', null],
    ['after the March change', '2026-03-29', '03:00', '2026-03-29T01:00Z'],
    ['the day before the March change', '2026-03-28', '02:30', '2026-03-28T01:30Z'],
    ['before the doubled hour', '2026-10-25', '01:59', '2026-10-24T23:59Z'],
    ['the doubled hour begins: the first', '2026-10-25', '02:00', '2026-10-25T00:00Z'],
    ['the doubled hour ends: the first', '2026-10-25', '02:59', '2026-10-25T00:59Z'],
    ['after the doubled hour', '2026-10-25', '03:00', '2026-10-25T02:00Z'],
    ['left out in March 2027', '2027-03-28', '02:30', null],
    ['after the change in March 2027', '2027-03-28', '03:00', '2027-03-28T01:00Z'],
    ['doubled in October 2027: the first', '2027-10-31', '02:30', '2027-10-31T00:30Z'],
    ['after the change in October 2027', '2027-10-31', '03:00', '2027-10-31T02:00Z'],
  ])('%s', (_when, date, time, iso) => {
    expect(instantOf(date, time)).toBe(iso === null ? null : at(iso))
  })

  test.each([
    ['2026-03-28', 24],
    ['2026-03-29', 23],
    ['2026-10-24', 24],
    ['2026-10-25', 25],
    ['2027-03-28', 23],
    ['2027-10-31', 25],
    ['2026-12-31', 24],
  ])('%s has %i hours', (date, hours) => {
    expect(startOfDay(addDays(date, 1)) - startOfDay(date)).toBe(hours * HOUR)
    expect(instantOf(date, '24:00')).toBe(startOfDay(addDays(date, 1)))
  })
})

describe('valid dates and times', () => {
  test.each([
    ['2026-11-21', true],
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2100-02-29', false],
    ['2026-02-30', false],
    ['2026-04-31', false],
    ['2026-00-10', false],
    ['2026-13-01', false],
    ['2026-01-00', false],
    ['2026-2-9', false],
    ['26-02-09', false],
    ['2026/02/09', false],
    ['20260209', false],
    ['2026-02-09T00:00', false],
    [' 2026-02-09', false],
    ['2026-02-09\n', false],
    ['+12026-02-09', false],
    ['-2026-02-09', false],
    ['0000-01-01', false],
    ['0026-02-09', false],
    ['２０２６-02-09', false],
    ['오늘', false],
    ['', false],
  ])('%j is a date: %s', (text, answer) => {
    expect(isDate(text)).toBe(answer)
  })

  test.each([
    ['00:00', true],
    ['09:05', true],
    ['19:59', true],
    ['23:59', true],
    ['24:00', false],
    ['29:00', false],
    ['9:00', false],
    ['09:60', false],
    ['09:5', false],
    ['0900', false],
    ['09:00:00', false],
    ['-9:00', false],
    [' 09:00', false],
    ['09:00\n', false],
    ['', false],
  ])('%j is a time of day: %s', (text, answer) => {
    expect(isTime(text)).toBe(answer)
  })
})

describe('calendar days', () => {
  test.each([
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-30', 1, '2026-12-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-28', 1, '2026-03-29'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-10-25', 1, '2026-10-26'],
    ['2026-10-26', -1, '2026-10-25'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-01-01', 365, '2027-01-01'],
  ])('%s and %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected)
  })

  test.each([
    ['2026-11-21', '2026년 11월 21일 (토)', '11.21 (토)'],
    ['2026-03-01', '2026년 3월 1일 (일)', '3.1 (일)'],
    ['2026-10-26', '2026년 10월 26일 (월)', '10.26 (월)'],
    ['2028-02-29', '2028년 2월 29일 (화)', '2.29 (화)'],
    ['2025-12-31', '2025년 12월 31일 (수)', '12.31 (수)'],
    ['2026-01-01', '2026년 1월 1일 (목)', '1.1 (목)'],
    ['2026-05-01', '2026년 5월 1일 (금)', '5.1 (금)'],
  ])('%s reads %s, and in short %s', (date, long, short) => {
    expect(koreanDate(date)).toBe(long)
    expect(shortKoreanDate(date)).toBe(short)
  })

  test("an event's first and last date, or its only one", () => {
    expect(shortKoreanDates('2026-11-20', '2026-11-23')).toBe('11.20 (금) ~ 11.23 (월)')
    expect(shortKoreanDates('2026-12-31', '2027-01-02')).toBe('12.31 (목) ~ 1.2 (토)')
    expect(shortKoreanDates('2026-11-20', '2026-11-20')).toBe('11.20 (금)')
  })
})

describe('laws', () => {
  const from = at('2025-01-01T00:00Z')
  const until = at('2029-01-01T00:00Z')
  const minute = fc.integer({ min: from / MINUTE, max: until / MINUTE }).map((minutes) => minutes * MINUTE)
  // Around each change as often as in the rest of the years together.
  const nearChange = fc
    .tuple(
      fc.constantFrom('2025-03-30', '2025-10-26', '2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'),
      fc.integer({ min: -240, max: 240 }),
    )
    .map(([date, minutes]) => at(`${date}T01:00Z`) + minutes * MINUTE)
  const instant = fc.oneof(minute, nearChange)
  const date = instant.map(madridDate)

  test('an instant comes back from its wall time, or one hour earlier in the doubled hour', () => {
    fc.assert(
      fc.property(instant, (i) => {
        const back = instantOf(madridDate(i), madridTime(i))
        if (back === i) return
        expect(back).toBe(i - HOUR)
        expect(isoInMadrid(i).slice(0, 19)).toBe(isoInMadrid(i - HOUR).slice(0, 19))
        expect(isoInMadrid(i).slice(19)).toBe('+01:00')
      }),
    )
  })

  test('the ISO form names the same instant', () => {
    fc.assert(fc.property(instant, (i) => Date.parse(isoInMadrid(i)) === i))
  })

  test('every instant lies between the start of its day and the start of the next', () => {
    fc.assert(
      fc.property(
        instant,
        (i) => startOfDay(madridDate(i)) <= i && i < startOfDay(addDays(madridDate(i), 1)),
      ),
    )
  })

  test('adding days and subtracting them returns the same date', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: -800, max: 800 }), (day, days) => {
        expect(addDays(addDays(day, days), -days)).toBe(day)
        expect(isDate(addDays(day, days))).toBe(true)
      }),
    )
  })

  test('dates sort as text', () => {
    fc.assert(fc.property(date, fc.integer({ min: 1, max: 800 }), (day, days) => day < addDays(day, days)))
  })
})
