import { expect, test } from 'vitest'
import { fillOf, fillPercent, isBookable, occupancyByHour, sumOfFills } from './fill-rate.ts'

const slot = (is_locked: boolean, is_held: boolean) => ({ is_locked, is_held })

test.each([
  [false, false, true],
  [false, true, true],
  [true, false, false],
  // Booked before it was locked.
  [true, true, true],
])('a slot with locked %s and held %s counts as bookable: %s', (is_locked, is_held, expected) => {
  expect(isBookable({ is_locked, is_held })).toBe(expected)
})

test('the fill rate compares held slots with bookable ones', () => {
  const states = [slot(false, false), slot(false, true), slot(true, true), slot(true, false)]
  const slots = states.map((state, i) => ({ ...state, count: i + 1 }))
  expect(fillOf(slots)).toEqual({ bookable: 6, held: 5 })
  expect(fillOf([])).toEqual({ bookable: 0, held: 0 })
})

test('a slot across the hour counts its minutes in both hours', () => {
  const tours = [
    { ...slot(false, true), count: 2, time: '10:50', end_time: '11:15' },
    { ...slot(false, false), count: 1, time: '11:00', end_time: '11:25' },
    { ...slot(true, false), count: 1, time: '12:00', end_time: '12:25' },
  ]
  expect(occupancyByHour(tours, [])).toEqual([
    { hour: 10, tours: { bookable: 20, held: 20 }, meetings: { bookable: 0, held: 0 } },
    { hour: 11, tours: { bookable: 55, held: 30 }, meetings: { bookable: 0, held: 0 } },
  ])
})

test('a day of 24 hours has 24 hours, an event without times none', () => {
  const rooms = [{ ...slot(false, false), count: 1, time: '00:00', end_time: '24:00' }]
  const hours = occupancyByHour([], rooms)
  expect(hours.map(({ hour, meetings }) => [hour, meetings.bookable])).toEqual(
    Array.from({ length: 24 }, (_, hour) => [hour, 60]),
  )
  expect(occupancyByHour([], [])).toEqual([])
})

test('fill counts add up', () => {
  expect(
    sumOfFills([
      { bookable: 3, held: 1 },
      { bookable: 5, held: 5 },
    ]),
  ).toEqual({ bookable: 8, held: 6 })
  expect(sumOfFills([])).toEqual({ bookable: 0, held: 0 })
})

test.each([
  [0, 0, null],
  [0, 10, 0],
  [10, 10, 100],
  [1, 3, 33],
  [2, 3, 67],
  [1, 1000, 1],
  [999, 1000, 99],
])('%i of %i is %s percent', (held, bookable, percent) => {
  expect(fillPercent({ held, bookable })).toBe(percent)
})
