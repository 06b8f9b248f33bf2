import { describe, expect, test } from 'vitest'
import { instantOf } from './madrid-time.ts'
import { isPast, memberSlotState, minutesOf, overlaps, slotState, slotTimes } from './slot.ts'

const MINUTE = 60_000
const at = (iso: string) => Date.parse(iso)

describe('the displayed state of the slot at 10:00 on 21 November', () => {
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

describe('whether two times overlap', () => {
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

describe('a slot as one member sees it', () => {
  const DATE = '2026-11-20'
  const at = instantOf(DATE, '10:00')!
  const slot = { id: 7, time: '10:30', is_locked: false, reservation: null as unknown }
  const member = { ownSlots: new Map([[7, 'own'] as const]), hasTier: true }

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
    [
      'asked for by the member and not decided',
      { ...slot, reservation: 'held' },
      { ...member, ownSlots: new Map([[7, 'requested'] as const]) },
      'requested',
    ],
    ['held by somebody else', { ...slot, id: 8, reservation: 'held' }, member, 'reserved'],
    ['given back by the member', slot, member, 'available'],
    ['locked', { ...slot, is_locked: true }, { ...member, hasTier: false }, 'unavailable'],
    ['over', { ...slot, time: '10:00', reservation: 'held' }, member, 'past'],
  ] as const)('%s', (_, seen, by, state) => {
    expect(memberSlotState(seen, by, DATE, at)).toBe(state)
  })
})
