import { expect, test } from 'vitest'
import type { ReservationLists } from '../../../../contract/reservation.ts'
import { asDecided, isEnding } from './as-decided.ts'

const lists = {
  tours: [{ id: 1, status: 'PENDING' }],
  meetings: [
    { id: 2, status: 'APPROVED' },
    { id: 3, status: 'CANCEL_REQUESTED' },
  ],
} as unknown as ReservationLists

const statuses = ({ tours, meetings }: ReservationLists) =>
  [...tours, ...meetings].map(({ status }) => status)

test('a table shows what was decided as it will be, and the rest as it is', () => {
  const doing = new Map([
    [1, { action: 'approve' }],
    [3, { action: 'reject_cancellation' }],
  ] as const)
  expect(statuses(asDecided(lists, doing))).toEqual(['APPROVED', 'APPROVED', 'APPROVED'])
  expect(statuses(asDecided(lists, new Map([[2, { action: 'cancel' }]])))).toEqual([
    'PENDING',
    'CANCELLED',
    'CANCEL_REQUESTED',
  ])
  expect(statuses(lists)).toEqual(['PENDING', 'APPROVED', 'CANCEL_REQUESTED'])
})

test('where nothing was decided it stays the same table', () => {
  expect(asDecided(lists, new Map())).toBe(lists)
})

test('what was rejected or called off competes with nothing any more, what was approved does', () => {
  expect((['reject', 'cancel', 'complete', 'approve_cancellation'] as const).map(isEnding)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([isEnding('approve'), isEnding('reject_cancellation'), isEnding(undefined)]).toEqual([
    false,
    false,
    false,
  ])
})
