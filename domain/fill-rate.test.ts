import { expect, test } from 'vitest'
import { fillOf, fillPercent, isBookable, sumOfFills } from './fill-rate.ts'

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
