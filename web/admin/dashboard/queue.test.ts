import { expect, test } from 'vitest'
import type { Dashboard } from '../../../contract/admin/dashboard.ts'
import type { MeetingReservation, TourReservation } from '../../../contract/reservation.ts'
import { instantOf } from '../../../domain/madrid-time.ts'
import { withoutDecided } from '../reservation-dialog/hide-decided.ts'
import { groupsOf, queueOf, reservationsOf, splitPage, type QueuePage } from './queue.ts'

const tour = (id: number, date: string, time: string) =>
  ({
    id,
    type: 'VIP_TOUR',
    user: { id: 1 },
    status: 'PENDING',
    created_at: `2026-11-20T0${id}:00:00+01:00`,
    available_tour: { time, duration: 25, event_date: { id: 1, date } },
  }) as TourReservation

const meeting = (id: number, date: string, time: string) =>
  ({
    id,
    type: 'GROUP_MEETING',
    user: { id: 1 },
    status: 'CANCEL_REQUESTED',
    created_at: '2026-11-19T09:00:00+01:00',
    cancel_requested_at: `2026-11-20T0${9 - id}:30:00+01:00`,
    event_date: { id: 1, date },
    time_slots: [{ start_time: time, duration: 10 }],
  }) as MeetingReservation

const [FIRST, SECOND] = ['2026-11-21', '2026-11-22']
const BEFORE = instantOf(FIRST, '08:00')!

const lists = (date: string, tours: TourReservation[], meetings: MeetingReservation[]) => ({
  date,
  tours,
  meetings,
})

const dashboard = {
  member_tiers: [],
  reservations: {
    pending: [
      lists(SECOND, [tour(1, SECOND, '10:00'), tour(2, SECOND, '10:00'), tour(3, SECOND, '11:00')], []),
    ],
    cancel_requested: [
      lists(FIRST, [], [meeting(5, FIRST, '16:00')]),
      lists(SECOND, [], [meeting(4, SECOND, '09:00')]),
    ],
  },
  count: 5,
  queue: {
    has_reservations: true,
    coming: 7,
    past: 3,
    past_cancellations: 2,
    days: [
      { date: FIRST, count: 1 },
      { date: SECOND, count: 6 },
    ],
    competing: [],
  },
} as unknown as Dashboard
const page = queueOf(dashboard)

const shown = (isByWaiting: boolean, of: QueuePage = page) =>
  groupsOf(of.results, isByWaiting).map(({ date, tours, meetings }) => [
    date,
    tours.map(({ id }) => id),
    meetings.map(({ id }) => id),
  ])

test('requests and cancellation requests stand together, by date, in the order of the service', () => {
  expect(shown(false)).toEqual([
    [FIRST, [], [5]],
    [SECOND, [1, 2, 3], [4]],
  ])
  expect(shown(true)).toEqual([[null, [1, 2, 3], [5, 4]]])
  expect(reservationsOf(groupsOf(page.results, false)).map(({ id }) => id)).toEqual([5, 1, 2, 3, 4])
})

test('what was decided is gone at once, from the counts too, and a date with its last one', () => {
  const { results, found, coming, past, days } = queueOf(withoutDecided(dashboard, [5, 99], BEFORE))
  expect(results.map(({ reservation }) => reservation.id)).toEqual([1, 2, 3, 4])
  expect({ found, coming, past, days }).toEqual({
    found: 4,
    coming: 6,
    past: 3,
    days: [{ date: SECOND, count: 6 }],
  })
  // The end of a request has come: it was counted among the past ones.
  const later = queueOf(withoutDecided(dashboard, [1], instantOf(SECOND, '10:25')!))
  expect([later.coming, later.past, later.past_cancellations]).toEqual([7, 2, 2])
  const other = queueOf(withoutDecided(dashboard, [4], instantOf(SECOND, '10:25')!))
  expect([other.coming, other.past, other.past_cancellations]).toEqual([7, 3, 1])
})

test('a page that has none of what was decided stays the same page', () => {
  expect(withoutDecided(dashboard, [99], BEFORE)).toBe(dashboard)
})

test('requests and cancellation requests whose time has run out since the page was read go below it, with their counts', () => {
  const { page: left, ended } = splitPage(page, instantOf(SECOND, '10:25')!)
  const idsOf = (of: typeof ended.past) => of.map(({ reservation }) => reservation.id)
  expect([idsOf(ended.past), idsOf(ended.past_cancellations)]).toEqual([
    [1, 2],
    [5, 4],
  ])
  expect(left).toMatchObject({
    coming: 3,
    past: 5,
    past_cancellations: 4,
    days: [{ date: SECOND, count: 3 }],
  })
  expect(shown(false, left)).toEqual([[SECOND, [3], []]])
  expect(splitPage(page, BEFORE).page).toBe(page)
})
