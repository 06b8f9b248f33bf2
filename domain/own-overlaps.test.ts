import { expect, test } from 'vitest'
import { instantOf } from './madrid-time.ts'
import { overlappingOwn } from './own-overlaps.ts'
import type { ReservationFacts, Status } from './reservation.ts'

const DATE = '2026-11-21'
const at = (time: string) => instantOf(DATE, time)!
const EARLY = at('08:00')

const own = (from: string, to: string, status: Status = 'APPROVED'): ReservationFacts => ({
  kind: 'VIP_TOUR',
  status,
  starts_at: at(from),
  ends_at: at(to),
})
const overlapping = (reservation: ReservationFacts, now = EARLY) =>
  overlappingOwn([reservation], { starts_at: at('10:00'), ends_at: at('10:30') }, now).length > 0

test.each([
  ['09:30', '10:00', false],
  ['09:30', '10:10', true],
  ['10:10', '10:20', true],
  ['10:00', '10:30', true],
  ['09:00', '12:00', true],
  ['10:20', '11:00', true],
  ['10:30', '11:00', false],
])('%s to %s overlaps 10:00 to 10:30: %s', (from, to, isSame) => {
  expect(overlapping(own(from, to))).toBe(isSame)
})

test.each<[Status, boolean]>([
  ['PENDING', true],
  ['APPROVED', true],
  ['CANCEL_REQUESTED', true],
  ['COMPLETED', false],
  ['REJECTED', false],
  ['CANCELLED', false],
])('a reservation that is %s counts as overlapping: %s', (status, counts) => {
  expect(overlapping(own('10:00', '10:25', status))).toBe(counts)
})

test('an approved reservation does not count after its end', () => {
  expect(overlapping(own('09:50', '10:10'), at('10:05'))).toBe(true)
  expect(overlapping(own('09:50', '10:10'), at('10:10'))).toBe(false)
})

test('the same time on another date does not overlap', () => {
  const wanted = { starts_at: instantOf('2026-11-22', '10:00')!, ends_at: instantOf('2026-11-22', '10:30')! }
  expect(overlappingOwn([own('10:00', '10:30')], wanted, EARLY)).toEqual([])
})
