import { expect, test } from 'vitest'
import type { TourReservation } from '../../../contract/reservation.ts'
import { instantOf } from '../../../domain/madrid-time.ts'
import type { AdminAction, Status } from '../../../domain/reservation.ts'
import { remainingAction } from './remaining-action.ts'

const DATE = '2026-11-21'
const tour = (status: Status) =>
  ({
    type: 'VIP_TOUR',
    status,
    available_tour: { time: '10:00', duration: 25, event_date: { id: 1, date: DATE } },
  }) as TourReservation

test.each<[AdminAction, Status, AdminAction | undefined]>([
  ['reject', 'PENDING', 'reject'],
  ['reject', 'APPROVED', 'cancel'],
  ['reject', 'CANCEL_REQUESTED', 'approve_cancellation'],
  ['reject', 'REJECTED', undefined],
  ['cancel', 'CANCELLED', undefined],
  ['approve_cancellation', 'APPROVED', 'cancel'],
  ['reject_cancellation', 'CANCEL_REQUESTED', 'reject_cancellation'],
  ['reject_cancellation', 'APPROVED', undefined],
  ['reject_cancellation', 'CANCELLED', undefined],
])('of %s, once a colleague has made it %s, remains %s', (decision, status, remaining) => {
  expect(remainingAction(decision, tour(status), instantOf(DATE, '09:00')!)).toBe(remaining)
})
