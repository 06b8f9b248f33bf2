import { describe, expect, test } from 'vitest'
import { instantOf, isoInMadrid } from './madrid-time.ts'
import {
  isPushUrgent,
  isRemindedOf,
  plannedReminders,
  pushExpiry,
  pushPause,
  type PushKind,
  type ReminderKind,
} from './notice.ts'
import { STATUSES } from './reservation.ts'

const ON = { reminders: true, reminder_evening: true, reminder_before: true, reminder_minutes: 20 }
const at = (date: string, time: string) => instantOf(date, time)!
const tour = { status: 'APPROVED', date: '2026-11-21', starts_at: at('2026-11-21', '10:00') } as const

const shown = (...asked: Parameters<typeof plannedReminders>) =>
  plannedReminders(...asked).map(({ kind, due_at, lapses_at }) => [
    kind,
    isoInMadrid(due_at),
    isoInMadrid(lapses_at),
  ])

const EVENING = ['evening', '2026-11-20T18:00:00+01:00', '2026-11-20T22:00:00+01:00']
const BEFORE = ['before', '2026-11-21T09:40:00+01:00', '2026-11-21T10:00:00+01:00']

test('a reservation has two reminders: at 18:00 the day before and minutes before its start', () => {
  expect(shown(tour, ON, at('2026-11-18', '10:00'))).toEqual([EVENING, BEFORE])
})

test.each([
  ['a minute before six in the evening', '2026-11-20', '17:59', [EVENING, BEFORE]],
  ['at six in the evening, when the mail that agrees says the same', '2026-11-20', '18:00', [BEFORE]],
  ['in the morning', '2026-11-21', '09:39', [BEFORE]],
  ['when it starts in twenty minutes', '2026-11-21', '09:40', []],
])('a reservation approved %s gets the reminders still ahead', (_when, date, time, planned) => {
  expect(shown(tour, ON, at(date, time))).toEqual(planned)
})

test.each([
  [{ reminders: false }, []],
  [{ reminder_evening: false }, [BEFORE]],
  [{ reminder_before: false }, [EVENING]],
  [{ reminder_minutes: 60 }, [EVENING, ['before', '2026-11-21T09:00:00+01:00', '2026-11-21T10:00:00+01:00']]],
])('reminders follow the settings %o', (settings, planned) => {
  expect(shown(tour, { ...ON, ...settings }, at('2026-11-18', '10:00'))).toEqual(planned)
})

describe('a planned reminder', () => {
  const again = (date: string, time: string, ...waiting: ReminderKind[]) =>
    shown(tour, { ...ON, reminder_minutes: 60 }, at(date, time), waiting).map(([kind]) => kind)

  test('is sent at once if its new time is past and it is still useful', () => {
    expect(again('2026-11-21', '09:30', 'before')).toEqual(['before'])
    expect(again('2026-11-20', '21:59', 'evening')).toEqual(['evening', 'before'])
    expect(again('2026-11-20', '22:00', 'evening')).toEqual(['before'])
    expect(again('2026-11-21', '10:00', 'before')).toEqual([])
  })

  test('is not sent late if it was not planned', () => {
    expect(again('2026-11-21', '09:30')).toEqual([])
    expect(again('2026-11-20', '21:59')).toEqual(['before'])
  })
})

describe('around the changes of clocks', () => {
  const dues = (date: string, time: string) =>
    shown({ status: 'APPROVED', date, starts_at: at(date, time) }, ON, at('2026-01-01', '10:00')).map(
      ([, due]) => due,
    )

  test.each([
    [
      'the morning on which it goes forward',
      '2026-03-29',
      '10:00',
      '2026-03-28T18:00:00+01:00',
      '2026-03-29T09:40:00+02:00',
    ],
    [
      'just after the hour that is left out',
      '2026-03-29',
      '03:10',
      '2026-03-28T18:00:00+01:00',
      '2026-03-29T01:50:00+01:00',
    ],
    [
      'the day after it went forward',
      '2026-03-30',
      '10:00',
      '2026-03-29T18:00:00+02:00',
      '2026-03-30T09:40:00+02:00',
    ],
    [
      'the morning on which it goes back',
      '2026-10-25',
      '10:00',
      '2026-10-24T18:00:00+02:00',
      '2026-10-25T09:40:00+01:00',
    ],
    [
      'just after the hour that comes twice',
      '2026-10-25',
      '03:10',
      '2026-10-24T18:00:00+02:00',
      '2026-10-25T02:50:00+01:00',
    ],
    [
      'the day after it went back',
      '2026-10-26',
      '10:00',
      '2026-10-25T18:00:00+01:00',
      '2026-10-26T09:40:00+01:00',
    ],
  ])('%s', (_when, date, time, evening, before) => {
    expect(dues(date, time)).toEqual([evening, before])
  })
})

test('only approved reservations ahead have reminders', () => {
  const reminded = STATUSES.filter((status) => isRemindedOf({ ...tour, status }, tour.starts_at - 1))
  expect(reminded).toEqual(['APPROVED'])
  expect(isRemindedOf(tour, tour.starts_at)).toBe(false)
})

const today = (time: string) => at('2026-11-20', time)
const NOW = today('09:00')

test.each([
  ['in an hour', today('10:00'), today('10:00')],
  ['in five minutes', today('09:05'), today('09:15')],
  ['in a week', at('2026-11-27', '09:00'), at('2026-11-23', '09:00')],
  ['an hour ago', today('08:00'), today('09:15')],
])('a push about a reservation that begins %s expires in time', (_, starts_at, until) => {
  expect(pushExpiry(starts_at, NOW)).toBe(until)
})

test.each<[PushKind, string, boolean]>([
  ['approved', '11:00', true],
  ['approved', '11:01', false],
  ['reminder', '18:00', true],
])('%s for %s wakes a sleeping phone: %s', (kind, time, urgent) => {
  expect(isPushUrgent(kind, today(time), NOW)).toBe(urgent)
})

test('each failure makes the next try later, up to an hour', () => {
  const waits = [1, 2, 3, 4, 20].map((attempts) => pushPause(attempts) / 1000)
  expect(waits).toEqual([30, 60, 120, 240, 3600])
})
