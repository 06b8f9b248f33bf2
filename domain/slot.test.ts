import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, instantOf, madridDate, startOfDay } from './madrid-time.ts'
import {
  generateSlots,
  isPast,
  memberSlotState,
  minutesOf,
  overlaps,
  slotState,
  slotTimes,
  type SlotPlan,
} from './slot.ts'

const MINUTE = 60_000
const at = (iso: string) => Date.parse(iso)

describe('what a visitor sees of the slot at 10:00 on 21 November', () => {
  const held = { status: 'APPROVED' }
  const before = '2026-11-21T09:59:59+01:00'
  const start = '2026-11-21T10:00:00+01:00'

  test.each([
    ['free', before, false, null, 'available'],
    ['locked', before, true, null, 'unavailable'],
    ['held', before, false, held, 'reserved'],
    ['held and locked', before, true, held, 'reserved'],
    ['free, begun', start, false, null, 'past'],
    ['locked, begun', start, true, null, 'past'],
    ['held, begun', start, false, held, 'past'],
    ['held and locked, begun', start, true, held, 'past'],
  ])('%s, at %s', (_what, now, is_locked, reservation, state) => {
    expect(slotState({ time: '10:00', is_locked, reservation }, '2026-11-21', at(now))).toBe(state)
  })
})

describe('when a slot is past', () => {
  test.each([
    ['a minute before', '2026-11-21', '10:00', '2026-11-21T09:59:00+01:00', false],
    ['at its start', '2026-11-21', '10:00', '2026-11-21T10:00:00+01:00', true],
    ['while it runs', '2026-11-21', '10:00', '2026-11-21T10:05:00+01:00', true],
    ['yesterday at a later hour', '2026-11-20', '23:50', '2026-11-21T00:00:00+01:00', true],
    ['tomorrow at an earlier hour', '2026-11-22', '00:00', '2026-11-21T23:59:59+01:00', false],
    ['tomorrow in Madrid though today in UTC', '2026-11-22', '00:10', '2026-11-21T23:05:00Z', false],
    ['begun in Madrid while UTC has another date', '2026-11-22', '00:10', '2026-11-21T23:10:00Z', true],
    ['in the doubled hour, before the first', '2026-10-25', '02:30', '2026-10-25T00:29:00Z', false],
    ['in the doubled hour, after the first', '2026-10-25', '02:30', '2026-10-25T00:30:00Z', true],
    ['in the doubled hour, once more', '2026-10-25', '02:30', '2026-10-25T01:10:00Z', true],
    ['a time that the day leaves out', '2026-03-29', '02:30', '2026-03-28T23:10:00Z', true],
  ])('%s', (_when, date, time, now, past) => {
    expect(isPast(date, time, at(now))).toBe(past)
  })
})

describe('when a slot begins and ends', () => {
  test.each([
    ['ten minutes', '2026-11-21', '09:00', 10, '2026-11-21T08:00Z', '09:10'],
    ['a tour over the hour', '2026-11-21', '09:45', 25, '2026-11-21T08:45Z', '10:10'],
    ['the first of the day', '2026-11-21', '00:00', 10, '2026-11-20T23:00Z', '00:10'],
    ['up to midnight', '2026-11-21', '23:50', 10, '2026-11-21T22:50Z', '24:00'],
    ['the whole day', '2026-11-21', '00:00', 24 * 60, '2026-11-20T23:00Z', '24:00'],
    ['over the March change', '2026-03-29', '01:30', 30, '2026-03-29T00:30Z', '03:00'],
    ['past the March change', '2026-03-29', '01:30', 60, '2026-03-29T00:30Z', '03:30'],
    ['up to the end of the March day', '2026-03-29', '00:00', 23 * 60, '2026-03-28T23:00Z', '24:00'],
    ['within the doubled hour', '2026-10-25', '02:10', 10, '2026-10-25T00:10Z', '02:20'],
    ['into the doubled hour, again', '2026-10-25', '02:30', 30, '2026-10-25T00:30Z', '02:00'],
    ['up to the end of the October day', '2026-10-25', '00:00', 25 * 60, '2026-10-24T22:00Z', '24:00'],
  ])('%s', (_what, date, time, duration, starts, end_time) => {
    expect(slotTimes(date, time, duration)).toEqual({
      time,
      end_time,
      duration,
      starts_at: at(starts),
      ends_at: at(starts) + duration * MINUTE,
    })
  })

  test.each([
    ['over midnight', '2026-11-21', '23:50', 11],
    ['at midnight', '2026-11-21', '24:00', 10],
    ['longer than the day', '2026-11-21', '00:00', 24 * 60 + 1],
    ['longer than the March day', '2026-03-29', '00:00', 24 * 60],
    ['at a time that March leaves out', '2026-03-29', '02:00', 10],
    ['at the last time that March leaves out', '2026-03-29', '02:59', 10],
  ])('there is no slot %s', (_what, date, time, duration) => {
    expect(slotTimes(date, time, duration)).toBeNull()
  })

  test.each([
    ['00:00', 0],
    ['09:05', 545],
    ['23:59', 1439],
    ['24:00', 1440],
  ])('%s is minute %i of the day', (time, minute) => {
    expect(minutesOf(time)).toBe(minute)
  })
})

describe('whether two times meet', () => {
  const span = (starts_at: number, ends_at: number) => ({ starts_at, ends_at })

  test.each([
    ['apart', span(0, 10), span(20, 30), false],
    ['touching', span(0, 10), span(10, 20), false],
    ['by one', span(0, 11), span(10, 20), true],
    ['one inside the other', span(0, 30), span(10, 20), true],
    ['the same', span(0, 10), span(0, 10), true],
  ])('%s', (_how, a, b, meet) => {
    expect(overlaps(a, b)).toBe(meet)
    expect(overlaps(b, a)).toBe(meet)
  })
})

describe('making the slots of a day at once', () => {
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

  test('around the change of March the wall clock jumps and the slots go on', () => {
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

  test('whatever is asked for, the slots fit the day and each other, and none is lost silently', () => {
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

  test('asking for the same slots again makes none', () => {
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

describe('a slot as one member sees it', () => {
  const DATE = '2026-11-20'
  const at = instantOf(DATE, '10:00')!
  const slot = { id: 7, time: '10:30', is_locked: false, reservation: null as unknown }
  const member = { ownSlots: new Set([7]), hasTier: true }

  test.each([
    ['free, for a member of its tier', slot, member, 'available'],
    ['free, above the tier', slot, { ...member, hasTier: false }, 'above_tier'],
    ['held by the member', { ...slot, reservation: 'held' }, member, 'own'],
    [
      'held by the member, whose tier was lowered',
      { ...slot, reservation: 'held' },
      { ...member, hasTier: false },
      'own',
    ],
    ['held by somebody else', { ...slot, id: 8, reservation: 'held' }, member, 'reserved'],
    ['given back by the member', slot, member, 'available'],
    ['locked', { ...slot, is_locked: true }, { ...member, hasTier: false }, 'unavailable'],
    ['over', { ...slot, time: '10:00', reservation: 'held' }, member, 'past'],
  ] as const)('%s', (_, seen, by, state) => {
    expect(memberSlotState(seen, by, DATE, at)).toBe(state)
  })
})
