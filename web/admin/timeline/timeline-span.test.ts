import { describe, expect, test } from 'vitest'
import type { MeetingReservation, TourReservation } from '../../../contract/reservation.ts'
import { instantOf } from '../../../domain/madrid-time.ts'
import { HOURS, nowColumn } from '../components/drawn-hours.ts'
import { isDrawn, lanesOf, placed, reservationSpan, slotSpan } from './timeline-span.ts'

const span = (from: string, until: string) => {
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
  return { from: minutes(from), until: minutes(until) }
}

test('the day has twelve columns, the first at 07:00 and the last at 18:00', () => {
  expect(HOURS).toHaveLength(12)
  expect([HOURS[0], HOURS.at(-1)]).toEqual(['07:00', '18:00'])
})

test('a tour lasts as long as its slot, a meeting to the end of its last one', () => {
  const tour = { type: 'VIP_TOUR', available_tour: { time: '10:00', end_time: '10:25' } } as TourReservation
  const time_slots = [
    { start_time: '15:00', end_time: '15:10' },
    { start_time: '15:10', end_time: '15:20' },
  ]
  const meeting = { type: 'GROUP_MEETING', time_slots } as MeetingReservation
  expect(reservationSpan(tour)).toEqual(span('10:00', '10:25'))
  expect(reservationSpan(meeting)).toEqual(span('15:00', '15:20'))
})

test('a slot of which only the length is known ends after it', () => {
  expect(slotSpan({ time: '10:00', duration: 10 })).toEqual(span('10:00', '10:10'))
})

test.each([
  ['ended after twelve minutes', '10:12', ['10:00', '10:12']],
  ['ended in its first minutes, which can still be seen', '10:02', ['10:00', '10:10']],
  ['ended before it began', '09:40', ['10:00', '10:10']],
] as const)('what %s lasts so long', (_what, time, [from, until]) => {
  const event_date = { id: 1, date: '2026-11-20' }
  const available_tour = { time: '10:00', end_time: '10:25', duration: 25, event_date }
  const tour = {
    type: 'VIP_TOUR',
    available_tour,
    ended_at: `2026-11-20T${time}:00+01:00`,
  } as TourReservation
  expect(reservationSpan(tour)).toEqual(span(from, until))
})

test.each([
  ['07:00', '07:30', { at: 0, length: 0.5 }],
  ['10:00', '10:25', { at: 3, length: 25 / 60 }],
  ['18:50', '19:00', { at: 11 + 5 / 6, length: 1 / 6 }],
  ['18:30', '19:30', { at: 11.5, length: 0.5 }],
  ['18:00', '24:00', { at: 11, length: 1 }],
])('from %s to %s lies at %j', (from, until, place) => {
  const { at, length } = placed(span(from, until))
  expect(at).toBeCloseTo(place.at)
  expect(length).toBeCloseTo(place.length)
})

test.each([
  ['06:59', false],
  ['07:00', true],
  ['18:59', true],
  ['19:00', false],
  ['00:00', false],
])('what begins at %s is drawn: %s', (from, drawn) => {
  expect(isDrawn(span(from, '23:00'))).toBe(drawn)
})

describe('the line of the present time', () => {
  test.each([
    ['06:59', null],
    ['07:00', 0],
    ['10:30', 3.5],
    ['18:59', 11 + 59 / 60],
    ['19:00', null],
  ])('at %s stands at %j', (time, column) => {
    const at = nowColumn('2026-11-20', instantOf('2026-11-20', time)!)
    if (column === null) expect(at).toBeNull()
    else expect(at).toBeCloseTo(column)
  })

  test('is not there on another day, and the day is Madrid’s', () => {
    expect(nowColumn('2026-11-21', instantOf('2026-11-20', '10:30')!)).toBeNull()
    // Still the 20th in Madrid, already the 21st in Seoul.
    expect(nowColumn('2026-11-20', Date.parse('2026-11-20T17:30:00Z'))).toBeCloseTo(11.5)
  })
})

test.each([
  ['after each other', [span('10:00', '10:30'), span('10:30', '11:00')], [0, 0]],
  ['one over the other', [span('10:00', '10:30'), span('10:20', '10:40')], [0, 1]],
  [
    'the first lane is free again',
    [span('10:00', '10:30'), span('10:10', '11:00'), span('10:40', '11:00')],
    [0, 1, 0],
  ],
  ['nothing', [], []],
])('lanes: %s', (_what, spans, lanes) => {
  expect(lanesOf(spans)).toEqual(lanes)
})
