import { expect, test } from 'vitest'
import type { Reservation } from '../../../contract/reservation.ts'
import { competingRequestsOf } from './competing-requests.ts'
import type { Queued } from './queue.ts'

const tour = (id: number, member: number | null, company: string, time: string, date = '2026-11-22') =>
  ({
    id,
    type: 'VIP_TOUR',
    status: 'PENDING',
    user: { id: member },
    visitor: { company },
    available_tour: { time, duration: 25, event_date: { id: 1, date } },
  }) as Reservation

const queued = (reservation: Reservation, company: number, overlapping: number): Queued => ({
  reservation,
  competing: { company, overlapping },
  tier: null,
})

test('as the service counts them, while nothing is being decided', () => {
  const found = competingRequestsOf([queued(tour(1, 1, '가', '10:00'), 3, 1)])
  expect(found.get(1)).toEqual({ company: 3, overlapping: 1 })
})

test.each([
  ['of its company and member at its time', tour(2, 1, '한빛 전자', '10:00'), 1, 0],
  ['of its company alone', tour(2, 2, '한빛전자', '10:00'), 1, 1],
  ['of another company', tour(2, 2, '미래반도체', '10:00'), 2, 1],
  ['of its company on another date', tour(2, 2, '한빛전자', '10:00', '2026-11-23'), 2, 1],
  ['of its member as it ends', tour(2, 1, '미래반도체', '10:25'), 2, 1],
  ['of nobody any more', tour(2, null, '미래반도체', '10:00'), 2, 1],
])('a request that was just rejected, %s, competes with none', (_whose, rejected, company, overlapping) => {
  const found = competingRequestsOf(
    [queued(tour(1, 1, '한빛전자', '10:00'), 2, 1), queued(rejected, 2, 1)],
    ({ id }) => id === 2,
  )
  expect(found.get(1)).toEqual({ company, overlapping })
})
