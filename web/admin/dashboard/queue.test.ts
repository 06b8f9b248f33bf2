import { expect, test } from 'vitest'
import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import type { MeetingReservation, TourReservation } from '../../../contract/reservation.ts'
import { withoutDecided } from '../reservation-dialog/unsent/hide-decided.ts'
import { byWaitingTime, countOf, findReservation, queueOf, reservationsOf, splitQueue } from './queue.ts'

const tour = (id: number, date: string, time: string, created_at = '') =>
  ({
    id,
    created_at,
    cancel_requested_at: null,
    type: 'VIP_TOUR',
    status: 'PENDING',
    available_tour: { time, duration: 25, event_date: { id: 1, date } },
  }) as TourReservation

const meeting = (id: number, date: string, time: string, cancel_requested_at: string | null = null) =>
  ({
    id,
    cancel_requested_at,
    type: 'GROUP_MEETING',
    status: 'CANCEL_REQUESTED',
    event_date: { id: 1, date },
    time_slots: [{ start_time: time, duration: 10 }],
  }) as MeetingReservation

const [FIRST, SECOND] = ['2026-11-21', '2026-11-22']

const dashboard = {
  reservations: {
    pending: [{ date: SECOND, tours: [tour(3, SECOND, '11:00'), tour(1, SECOND, '10:00')], meetings: [] }],
    cancel_requested: [
      { date: SECOND, tours: [tour(2, SECOND, '10:00')], meetings: [meeting(4, SECOND, '09:00')] },
      { date: FIRST, tours: [], meetings: [meeting(5, FIRST, '16:00')] },
    ],
    approved: [{ date: FIRST, tours: [tour(6, FIRST, '10:00')], meetings: [] }],
    completed: [],
    rejected: [],
    cancelled: [],
  },
} as unknown as Dashboard

const idsOf = (of: Dashboard) =>
  queueOf(of.reservations).map(({ date, tours, meetings }) => [
    date,
    tours.map(({ id }) => id),
    meetings.map(({ id }) => id),
  ])

test('requests and cancellation requests stand together, by date, start, and who came first', () => {
  expect(idsOf(dashboard)).toEqual([
    [FIRST, [], [5]],
    [SECOND, [1, 2, 3], [4]],
  ])
  expect(countOf(queueOf(dashboard.reservations))).toBe(5)
  const [first] = reservationsOf(queueOf(dashboard.reservations))
  expect(countOf(queueOf(dashboard.reservations), new Set([first?.id]))).toBe(4)
})

test('one that was decided is gone at once, and its date with its last one', () => {
  expect(idsOf(withoutDecided(dashboard, [5]))).toEqual([[SECOND, [1, 2, 3], [4]]])
  expect(idsOf(withoutDecided(dashboard, [2]))).toEqual([
    [FIRST, [], [5]],
    [SECOND, [1, 3], [4]],
  ])
})

test.each([
  [1, 1],
  [6, 6],
  [7, undefined],
])('reservation %i is found whatever became of it: %s', (id, found) => {
  expect(findReservation(dashboard, { id })?.id).toBe(found)
})

/** The ids of a part of the queue, tours before meetings. */
const shown = (groups: ReturnType<typeof byWaitingTime>) =>
  groups.map(({ date, tours, meetings }) => [date, ...[...tours, ...meetings].map(({ id }) => id)])

test.each([
  ['2026-11-22T10:24:59+01:00', [1, 2, 3], []],
  // The tour of 10:00 is over, which another one of that time, whose member wants to cancel it, is not for the queue.
  ['2026-11-22T10:25+01:00', [2, 3], [1]],
  ['2026-11-22T11:25+01:00', [2], [1, 3]],
])('at %s, %o of the requests of a date are still to come, and %o are past', (now, coming, past) => {
  const requests = [tour(1, SECOND, '10:00'), tour(3, SECOND, '11:00')]
  const cancellation = { ...tour(2, SECOND, '10:00'), status: 'CANCEL_REQUESTED' as const }
  const day = { date: SECOND, tours: [...requests, cancellation].sort((a, b) => a.id - b.id), meetings: [] }
  const split = splitQueue([day], Date.parse(now))
  expect(shown(split.coming)).toEqual([[SECOND, ...coming]])
  expect(shown(split.past)).toEqual(past.length > 0 ? [[SECOND, ...past]] : [])
})

test('what has waited longest stands first, whatever its date', () => {
  const days = [
    { date: FIRST, tours: [tour(1, FIRST, '10:00', '2026-11-20T09:00+01:00')], meetings: [] },
    {
      date: SECOND,
      tours: [
        tour(2, SECOND, '09:00', '2026-11-20T10:00+01:00'),
        tour(3, SECOND, '10:00', '2026-11-20T08:00+01:00'),
      ],
      meetings: [
        meeting(4, SECOND, '09:00', '2026-11-20T09:00+01:00'),
        meeting(5, SECOND, '10:00', '2026-11-20T08:00+01:00'),
      ],
    },
  ]
  expect(shown(byWaitingTime(days))).toEqual([[null, 3, 1, 2, 5, 4]])
  expect(byWaitingTime([])).toEqual([])
})
