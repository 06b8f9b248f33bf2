import { expect, test } from 'vitest'
import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { competingRequestsOf } from './competing-requests.ts'

const tour = (id: number, member: number | null, company: string, time: string, date = '2026-11-22') =>
  ({
    id,
    type: 'VIP_TOUR',
    status: 'PENDING',
    user: { id: member },
    visitor: { company },
    available_tour: { time, duration: 25, event_date: { id: 1, date } },
  }) as Reservation

const reservationsOf = (...tours: Reservation[]) =>
  ({
    pending: [...new Set(tours.map(dateOf))].map((date) => ({
      date,
      tours: tours.filter((each) => dateOf(each) === date),
      meetings: [],
    })),
    cancel_requested: [],
    approved: [],
  }) as unknown as Dashboard['reservations']

const competing = (...tours: Reservation[]) => competingRequestsOf(reservationsOf(...tours))

const dateOf = (reservation: Reservation) =>
  reservation.type === 'VIP_TOUR' ? reservation.available_tour.event_date.date : ''

test('a company that wants more on the same date is counted, however it writes its name', () => {
  const found = competing(
    tour(1, 1, '한빛 전자', '10:00'),
    tour(2, 2, '한빛전자', '15:00'),
    tour(3, 3, '미래반도체', '10:00'),
    tour(4, 4, '한빛전자', '10:00', '2026-11-23'),
  )
  expect([1, 2, 3, 4].map((id) => found.get(id)!.company)).toEqual([1, 1, 0, 0])
})

test.each([
  ['at the same time', '10:00', 1],
  ['before the other is over', '10:20', 1],
  ['as the other ends', '10:25', 0],
])('a member who wants two things %s is pointed out', (_when, time, overlapping) => {
  const found = competing(tour(1, 1, '가', '10:00'), tour(2, 1, '나', time), tour(3, 2, '다', '10:00'))
  expect([1, 2, 3].map((id) => found.get(id)!.overlapping)).toEqual([overlapping, overlapping, 0])
})

test('reservations of deleted members are not one person’s', () => {
  const found = competing(tour(1, null, '가', '10:00'), tour(2, null, '나', '10:00'))
  expect(found.get(1)!.overlapping).toBe(0)
})

test('a request that was just rejected competes with none', () => {
  const reservations = reservationsOf(tour(1, 1, '가', '10:00'), tour(2, 1, '가', '10:00'))
  const found = competingRequestsOf(reservations, ({ id }) => id === 2)
  expect(found.get(1)).toEqual({ company: 0, overlapping: 0 })
})

test('a decision leaves the facts of everybody else as they were, so that no row is drawn for them', () => {
  const reservations = reservationsOf(
    tour(1, 1, '가', '10:00'),
    tour(2, 2, '가', '11:00'),
    tour(3, 3, '나', '12:00'),
  )
  const [before, after] = [competingRequestsOf(reservations), competingRequestsOf(reservations, () => false)]
  for (const id of [1, 2, 3]) expect(after.get(id)).toBe(before.get(id))
})
