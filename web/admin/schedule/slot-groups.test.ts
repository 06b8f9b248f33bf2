import { expect, test } from 'vitest'
import type { TourSlotAsAdmin } from '../../../contract/admin/slots.ts'
import { groupSlots, lookOf, portionsOf } from './slot-groups.ts'

let lastId = 0
const slot = (
  date: string,
  docent: number,
  time: string,
  state: Partial<TourSlotAsAdmin> = {},
): TourSlotAsAdmin => ({
  id: (lastId += 1),
  docent: {
    id: docent,
    name: `도슨트 ${docent}`,
    language: '한국어',
    start_point: '입구',
    is_vip: false,
    is_vvip: false,
  },
  event_date: { id: 1, date },
  time,
  end_time: time,
  duration: 30,
  is_locked: false,
  available: true,
  held: false,
  ...state,
})

test.each([
  [false, false, 'available'],
  [false, true, 'held'],
  [true, false, 'locked'],
  [true, true, 'locked-held'],
] as const)('locked %s, booked %s looks %s', (is_locked, held, look) => {
  expect(lookOf(slot('2027-03-01', 1, '09:00', { is_locked, held, available: !is_locked && !held }))).toBe(
    look,
  )
})

test('slots stand by date, then by docent, and keep their order of time', () => {
  const days = groupSlots([
    slot('2027-03-02', 2, '09:00'),
    slot('2027-03-01', 9, '09:00'),
    slot('2027-03-01', 2, '09:30'),
    slot('2027-03-01', 9, '10:00'),
  ])
  expect(
    days.map(({ date, groups }) => [
      date,
      groups.map(({ place, slots }) => [place.id, slots.map((s) => s.time)]),
    ]),
  ).toEqual([
    [
      '2027-03-01',
      [
        [2, ['09:30']],
        [9, ['09:00', '10:00']],
      ],
    ],
    ['2027-03-02', [[2, ['09:00']]]],
  ])
})

test('what is asked in portions never divides a docent or room on one date', () => {
  const slots = ['2027-03-01', '2027-03-02'].flatMap((date) =>
    [1, 2].flatMap((docent) => ['09:00', '09:30', '10:00'].map((time) => slot(date, docent, time))),
  )
  const ids = slots.map(({ id }) => id)
  const days = groupSlots(slots)
  expect(portionsOf(days, ids, 7).map((portion) => portion.length)).toEqual([6, 6])
  expect(portionsOf(days, ids, 2).map((portion) => portion.length)).toEqual([3, 3, 3, 3])
  expect(new Set(portionsOf(days, ids, 7).flat())).toEqual(new Set(ids))
  expect(portionsOf(days, [ids[1], ids[11]], 7)).toEqual([[ids[1], ids[11]]])
  expect(portionsOf(days, [], 7)).toEqual([])
})

test.each([
  [false, true, 'available'],
  [false, false, 'held'],
  [true, false, 'locked'],
])(
  'where nobody says whether it is booked, a slot (locked %s, available %s) looks %s',
  (is_locked, available, look) => {
    expect(lookOf({ is_locked, available })).toBe(look)
  },
)
