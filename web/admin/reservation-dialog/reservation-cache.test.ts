import { expect, test } from 'vitest'
import type { Reservation, ReservationLists } from '../../../contract/reservation.ts'
import { withReservation } from './reservation-cache.ts'

const tour = (id: number, note: string) => ({ id, type: 'VIP_TOUR', note }) as Reservation
const lists = { tours: [tour(1, '전'), tour(2, '전')], meetings: [] } as unknown as ReservationLists

test('what was changed shows in its place at once', () => {
  const { tours } = withReservation(lists, tour(2, '후'))
  expect(tours.map(({ id, note }) => [id, note])).toEqual([
    [1, '전'],
    [2, '후'],
  ])
})

test('lists that it is not in stay the very same, so that nothing of them is drawn anew', () => {
  expect(withReservation(lists, tour(3, '후'))).toBe(lists)
})
