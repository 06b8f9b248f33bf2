import { expect, test } from 'vitest'
import { numberIn, statusesIn, STATUS_FILTERS, storedAs, type StatusFilter } from './reservation-filter.ts'
import { displayedStatus, STATUSES, type Status } from './reservation.ts'

test.each([
  ['all', ['PENDING', 'APPROVED', 'CANCEL_REQUESTED', 'COMPLETED', 'REJECTED', 'CANCELLED']],
  ['active', ['PENDING', 'APPROVED', 'CANCEL_REQUESTED', 'COMPLETED']],
  ['cancelled', ['REJECTED', 'CANCELLED']],
  ['visits', ['APPROVED', 'CANCEL_REQUESTED', 'COMPLETED']],
  ['PENDING', ['PENDING']],
  ['COMPLETED', ['COMPLETED']],
] as [StatusFilter, Status[]][])('%s lets through %j', (filter, expected) => {
  expect(statusesIn(filter).toSorted()).toEqual(expected.toSorted())
})

test.each([
  [['APPROVED'], ['APPROVED']],
  [['COMPLETED'], ['APPROVED', 'COMPLETED']],
  [['PENDING'], ['PENDING']],
  [
    ['CANCELLED', 'REJECTED'],
    ['CANCELLED', 'REJECTED'],
  ],
] as [Status[], Status[]][])('what is shown as %j is stored as %j', (displayed, stored) => {
  expect(storedAs(displayed).toSorted()).toEqual(stored.toSorted())
})

test('each filter finds all stored statuses that are displayed within it', () => {
  const missed = STATUS_FILTERS.flatMap((filter) =>
    STATUSES.flatMap((status) =>
      [0, 5, 10].filter((now) => {
        const shown = displayedStatus({ kind: 'VIP_TOUR', status, starts_at: 1, ends_at: 10 }, now)
        const wanted = statusesIn(filter)
        return wanted.includes(shown) && !storedAs(wanted).includes(status)
      }),
    ),
  )
  expect(missed).toEqual([])
})

test.each([
  ['12', 12],
  [' 12번', 12],
  ['#12', 12],
  ['예약 12번', 12],
  ['0', null],
  ['012', null],
  ['010-1234-5678', null],
  ['1234567890', null],
  ['12호실', null],
])('the search %j names the reservation %j', (search, number) => {
  expect(numberIn(search)).toBe(number)
})
