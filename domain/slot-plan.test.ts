import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, madridDate, startOfDay } from './madrid-time.ts'
import { minutesOf, overlaps } from './slot.ts'
import {
  copiedTo,
  countPlanned,
  fitSlots,
  generateSlots,
  hoursOf,
  plannedOn,
  reopened,
  runsText,
  whySkipped,
  type DayPlan,
  type SlotPlan,
} from './slot-plan.ts'

const MINUTE = 60_000

describe("creating a day's slots in bulk", () => {
  const day = (times: string, interval_minutes: number, duration: number, date = '2026-11-21'): SlotPlan => ({
    date,
    start_time: times.slice(0, 5),
    end_time: times.slice(6),
    interval_minutes,
    duration,
  })

  test.each([
    ['rooms by default', day('09:00-17:00', 10, 10), 49, 0, '09:00', '17:10'],
    ['rooms, last start a slot earlier', day('09:00-16:50', 10, 10), 48, 0, '09:00', '17:00'],
    ['tours by default', day('09:00-17:00', 30, 30), 17, 0, '09:00', '17:30'],
    ['tours of 25 minutes each half hour', day('09:00-17:00', 30, 25), 17, 0, '09:00', '17:25'],
    ['a last start between two', day('09:00-09:59', 30, 30), 2, 0, '09:00', '10:00'],
    ['one only', day('09:00-09:00', 10, 10), 1, 0, '09:00', '09:10'],
    ['an interval shorter than the slot', day('09:00-10:00', 10, 30), 3, 4, '09:00', '10:30'],
    ['an interval a little shorter', day('09:00-10:00', 20, 30), 2, 2, '09:00', '10:10'],
    ['up to midnight', day('23:00-24:00', 10, 10), 6, 1, '23:00', '24:00'],
    ['over midnight', day('23:00-23:50', 10, 30), 2, 4, '23:00', '24:00'],
    ['the night of March', day('01:00-04:00', 30, 30, '2026-03-29'), 5, 2, '01:00', '04:30'],
    ['the night of March, an hour each', day('00:30-04:30', 60, 60, '2027-03-28'), 4, 1, '00:30', '05:30'],
    ['the night of October', day('01:00-04:00', 30, 30, '2026-10-25'), 7, 0, '01:00', '04:30'],
    [
      'the night of October, half hours each quarter',
      day('02:00-03:00', 15, 30, '2027-10-31'),
      3,
      2,
      '02:00',
      '03:30',
    ],
  ])('%s', (_what, plan, created, skipped, firstStart, lastEnd) => {
    const made = generateSlots(plan, [])
    expect(made.slots).toHaveLength(created)
    expect(made.skipped).toBe(skipped)
    expect(made.slots[0]!.time).toBe(firstStart)
    expect(made.slots.at(-1)!.end_time).toBe(lastEnd)
  })

  test('across the clock change in March, slots continue without a gap', () => {
    const made = generateSlots(day('01:40-03:10', 10, 10, '2026-03-29'), [])
    expect(made.slots.map((slot) => `${slot.time}-${slot.end_time}`)).toEqual([
      '01:40-01:50',
      '01:50-03:00',
      '03:00-03:10',
      '03:10-03:20',
    ])
    expect(made.skipped).toBe(6)
  })

  test.each([
    ['the same slots', '09:00-09:50', []],
    ['one of them', '09:20-09:20', ['09:00', '09:10', '09:30', '09:40', '09:50']],
    ['one that lies across two', '09:15-09:15', ['09:00', '09:30', '09:40', '09:50']],
    ['one before that touches', '08:50-08:50', ['09:00', '09:10', '09:20', '09:30', '09:40', '09:50']],
    ['one after that touches', '10:00-10:00', ['09:00', '09:10', '09:20', '09:30', '09:40', '09:50']],
  ])('where there is already %s', (_what, existing, expected) => {
    const made = generateSlots(day('09:00-09:50', 10, 10), generateSlots(day(existing, 10, 10), []).slots)
    expect(made.slots.map((slot) => slot.time)).toEqual(expected)
    expect(made.skipped).toBe(6 - expected.length)
  })
})

describe('laws', () => {
  const changeDays = [
    '2025-03-30',
    '2025-10-26',
    '2026-03-29',
    '2026-10-25',
    '2027-03-28',
    '2027-10-31',
    '2028-03-26',
    '2028-10-29',
  ]
  const anyDay = fc.integer({ min: 0, max: 1460 }).map((days) => addDays('2025-01-01', days))
  const wallTime = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  const plan: fc.Arbitrary<SlotPlan> = fc
    .record({
      date: fc.oneof(anyDay, fc.constantFrom(...changeDays)),
      // Half of them in the night, where the clock changes.
      start: fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 0, max: 240 })),
      length: fc.integer({ min: 0, max: 1439 }),
      interval_minutes: fc.integer({ min: 5, max: 120 }),
      duration: fc.integer({ min: 1, max: 180 }),
    })
    .map(({ date, start, length, interval_minutes, duration }) => ({
      date,
      start_time: wallTime(start),
      end_time: wallTime(Math.min(start + length, 1439)),
      interval_minutes,
      duration,
    }))

  test('created slots never overlap or leave the day, and skipped ones are counted', () => {
    fc.assert(
      fc.property(plan, plan, (first, second) => {
        const existing = generateSlots(second, []).slots
        const { slots, skipped } = generateSlots(first, existing)

        const asked = minutesOf(first.end_time) - minutesOf(first.start_time)
        expect(slots.length + skipped).toBe(Math.floor(asked / first.interval_minutes) + 1)

        for (const [i, slot] of slots.entries()) {
          expect(slot.ends_at - slot.starts_at).toBe(first.duration * MINUTE)
          expect(slot.starts_at).toBeGreaterThanOrEqual(startOfDay(first.date))
          expect(slot.ends_at).toBeLessThanOrEqual(startOfDay(addDays(first.date, 1)))
          expect(madridDate(slot.starts_at)).toBe(first.date)
          if (i > 0) expect(slot.starts_at).toBeGreaterThanOrEqual(slots[i - 1]!.ends_at)
          expect(existing.some((other) => overlaps(slot, other))).toBe(false)
        }
      }),
    )
  })

  test('creating the same slots again creates none', () => {
    fc.assert(
      fc.property(plan, (asked) => {
        const made = generateSlots(asked, [])
        expect(generateSlots(asked, made.slots)).toEqual({
          slots: [],
          skipped: made.slots.length + made.skipped,
        })
      }),
    )
  })
})

describe('a day with a lunch break, for many', () => {
  const plan: DayPlan = {
    windows: [
      { start_time: '09:00', end_time: '10:00' },
      { start_time: '13:00', end_time: '13:30' },
    ],
    interval_minutes: 30,
    duration_minutes: 25,
  }
  const times = (date: string, day: DayPlan) => plannedOn(date, day).map((slot) => slot?.time ?? null)

  test('has the starts of both parts, including the last ones', () => {
    expect(times('2026-11-21', plan)).toEqual(['09:00', '09:30', '10:00', '13:00', '13:30'])
    expect(countPlanned(plan, 4, 3)).toBe(60)
    expect(countPlanned(plan, 0, 3)).toBe(0)
  })

  test('skips and reports times that a clock change leaves out', () => {
    const night = { ...plan, windows: [{ start_time: '01:30', end_time: '03:00' }] }
    const wanted = plannedOn('2027-03-28', night)
    expect(wanted.map((slot) => slot?.time ?? null)).toEqual(['01:30', null, null, '03:00'])
    expect(whySkipped(fitSlots(wanted, []))).toBe('그날 없거나 자정을 넘기는 시간 2개')
  })

  test('with overlapping parts has each time once', () => {
    const twice = { ...plan, windows: [plan.windows[0]!, plan.windows[0]!] }
    const fitted = fitSlots(plannedOn('2026-11-21', twice), [])
    expect([fitted.slots.length, fitted.overlapping]).toEqual([3, 3])
  })
})

describe('a copy of a day', () => {
  const night = [
    { time: '01:50', duration: 20 },
    { time: '02:30', duration: 10 },
  ]

  test.each([
    ['an ordinary day', '2026-11-22', ['01:50-02:10', '02:30-02:40']],
    ['the day on which summer time begins', '2027-03-28', ['01:50-03:10', null]],
    ['the day on which winter time begins', '2026-10-25', ['01:50-02:10', '02:30-02:40']],
  ])('has the same wall times and lengths on %s', (_what, date, expected) => {
    const copied = copiedTo(date, night)
    expect(copied.map((slot) => slot && `${slot.time}-${slot.end_time}`)).toEqual(expected)
  })
})

test.each([
  [0, 0, null],
  [3, 0, '겹치는 시간 3개'],
  [0, 1, '그날 없거나 자정을 넘기는 시간 1개'],
  [3, 1, '겹치는 시간 3개, 그날 없거나 자정을 넘기는 시간 1개'],
])('%i overlapping and %i impossible slots are reported as %j', (overlapping, impossible, told) => {
  expect(whySkipped({ overlapping, impossible })).toBe(told)
})

describe('hours that are extended', () => {
  const DATE = '2026-11-21'
  const dayOf = (start_time: string, end_time: string, without: readonly string[] = []) =>
    plannedOn(DATE, {
      windows: [{ start_time, end_time }],
      interval_minutes: 30,
      duration_minutes: 30,
    }).flatMap((slot) => (slot && !without.includes(slot.time) ? [slot] : []))
  const wanted = dayOf('09:00', '19:00')

  test.each([
    ['nothing of a day that was full', dayOf('09:00', '16:30'), ''],
    ['the lunch that was deleted', dayOf('09:00', '16:30', ['12:00', '12:30']), '12:00 ~ 13:00'],
    ['two gaps', dayOf('09:00', '16:30', ['10:00', '12:00', '12:30']), '10:00 ~ 10:30, 12:00 ~ 13:00'],
    ['nothing of a day without slots', [], ''],
  ])('reopen %s', (_, existing, times) => {
    const { slots } = fitSlots(wanted, existing)
    expect(runsText(reopened(slots, hoursOf(existing)))).toBe(times)
  })

  test('reopen the afternoon off of one docent while others work', () => {
    const [off, others] = [dayOf('09:00', '12:00'), dayOf('09:00', '16:30')]
    const { slots } = fitSlots(wanted, off)
    expect(runsText(reopened(slots, hoursOf([...off, ...others])))).toBe('12:30 ~ 17:00')
  })
})
