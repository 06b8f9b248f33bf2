import { expect, test } from 'vitest'
import type { MeetingReservation, Reservation, TourReservation } from '../../../contract/reservation.ts'
import type { TourSlot } from '../../../contract/slot.ts'
import type { Status } from '../../../domain/reservation.ts'
import { nowColumn } from '../components/drawn-hours.ts'
import { gridDaysOf, columnOf, sameRow, type GridDay, type Sources } from './grid-days.ts'

const [TODAY, NEXT] = ['2026-11-20', '2026-11-21']
const at = (time: string, date = TODAY) => Date.parse(`${date}T${time}:00+01:00`)

const tour = (id: number, time: string, status: Status = 'APPROVED', docent = 1, date = TODAY) =>
  ({
    id,
    status,
    type: 'VIP_TOUR',
    available_tour: {
      time,
      end_time: time,
      duration: 25,
      event_date: { id: 1, date },
      docent: { id: docent || null, name: `도슨트 ${docent}` },
    },
  }) as unknown as TourReservation
const meeting = (id: number, start_time: string, room = 1) =>
  ({
    id,
    status: 'PENDING',
    type: 'GROUP_MEETING',
    event_date: { id: 1, date: TODAY },
    room: { id: room, name: `미팅룸 ${room}` },
    time_slots: [{ start_time, end_time: start_time, duration: 10 }],
  }) as unknown as MeetingReservation

const docent = (id: number) => ({ id, name: `도슨트 ${id}` })
const room = (id: number) => ({ id, name: `미팅룸 ${id}` })
const sources = (tours: Reservation[] = [], meetings: Reservation[] = [], more: Partial<Sources> = {}) =>
  ({
    dates: [TODAY],
    docents: [docent(1), docent(2)],
    rooms: [room(1)],
    reservations: { tours, meetings },
    ...more,
  }) as Sources
const ALL = { type: 'all', status: 'all', search: '' } as const

/** Where the reservations stand: by row name and hour. */
const drawn = (board: GridDay | undefined) =>
  board?.rows.map(({ name, cells }) => [
    name,
    cells.flatMap(({ blocks }, column) =>
      blocks.length > 0 ? [[column, ...blocks.map(({ reservation }) => reservation.id)]] : [],
    ),
  ])

test('docents and rooms have a row each, reservations stand in the hour in which they begin', () => {
  const [tours, meetings, ...more] = gridDaysOf(
    sources([tour(1, '09:00'), tour(2, '09:30'), tour(3, '09:59', 'APPROVED', 2)], [meeting(4, '18:50')]),
    ALL,
    at('08:00'),
  )
  expect(drawn(tours)).toEqual([
    ['도슨트 1', [[2, 1, 2]]],
    ['도슨트 2', [[2, 3]]],
  ])
  expect(drawn(meetings)).toEqual([['미팅룸 1', [[11, 4]]]])
  expect([tours.count, meetings.count, more]).toEqual([3, 1, []])
})

test.each([
  ['00:00', 0, true],
  ['06:59', 0, true],
  ['07:00', 0, false],
  ['07:59', 0, false],
  ['18:59', 11, false],
  ['19:00', 11, true],
  ['23:50', 11, true],
])('what begins at %s stands in column %i; outside of the hours: %s', (time, column, isOutside) => {
  expect(columnOf(time)).toBe(column)
  const [board] = gridDaysOf(sources([tour(1, time)]), ALL, at('08:00', NEXT))
  const [block] = board.rows[0].cells[column].blocks
  expect(block).toMatchObject({ time, isOutside })
})

test('a filter of type leaves the other tables out, one of status the other reservations', () => {
  const given = sources(
    [
      tour(1, '09:00'),
      tour(2, '10:00', 'CANCELLED'),
      tour(3, '11:00', 'REJECTED'),
      tour(4, '12:00', 'PENDING'),
    ],
    [meeting(5, '09:00')],
  )
  const ids = (filters: object) =>
    gridDaysOf(given, { ...ALL, ...filters }, at('08:00')).flatMap(({ rows }) =>
      rows.flatMap(({ cells }) =>
        cells.flatMap(({ blocks }) => blocks.map(({ reservation }) => reservation.id)),
      ),
    )
  expect(ids({})).toEqual([1, 2, 3, 4, 5])
  expect(ids({ type: 'tour' })).toEqual([1, 2, 3, 4])
  expect(ids({ type: 'meeting' })).toEqual([5])
  expect(ids({ status: 'active' })).toEqual([1, 4, 5])
  expect(ids({ status: 'cancelled' })).toEqual([2, 3])
})

test('what is over by the clock counts as completed', () => {
  const status = (now: number) =>
    gridDaysOf(sources([tour(1, '09:00')]), ALL, now)[0].rows[0].cells[2].blocks[0].status
  expect([status(at('09:24')), status(at('09:25'))]).toEqual(['APPROVED', 'COMPLETED'])
})

test('the reservations of a docent who was deleted keep a row of their own', () => {
  const [board] = gridDaysOf(
    sources([tour(1, '09:00', 'COMPLETED', 7), tour(2, '10:00', 'CANCELLED', 0)]),
    ALL,
    at('08:00'),
  )
  expect(drawn(board)).toEqual([
    ['도슨트 1', []],
    ['도슨트 2', []],
    ['도슨트 7', [[2, 1]]],
    ['도슨트 0', [[3, 2]]],
  ])
  expect(board.rows.map(({ place }) => place === null)).toEqual([false, false, true, true])
})

test('each date has its own tables, also one without reservations', () => {
  const given = sources([tour(1, '09:00', 'APPROVED', 1, NEXT)], [], { dates: [TODAY, NEXT] })
  const days = gridDaysOf(given, { ...ALL, type: 'tour' }, at('08:00'))
  expect(days.map(({ date, count }) => [date, count])).toEqual([
    [TODAY, 0],
    [NEXT, 1],
  ])
})

test('while something is searched for, only rows and tables where it was found are there', () => {
  const days = gridDaysOf(sources([tour(1, '09:00', 'APPROVED', 2)]), { ...ALL, search: '한빛' }, at('08:00'))
  expect(days.map(drawn)).toEqual([[['도슨트 2', [[2, 1]]]]])
})

test('each hour knows all its bookable times, whatever else takes place in it; what is past, locked or not on this day is none', () => {
  const slot = (time: string, given: object = {}) =>
    ({ time, available: true, docent: docent(1), event_date: { id: 1, date: TODAY }, ...given }) as TourSlot
  const tourSlots = [
    slot('08:30'),
    slot('09:50'),
    slot('09:00'),
    slot('09:30', { available: false }),
    slot('10:00', { available: false }),
    slot('11:00', { event_date: { id: 2, date: NEXT } }),
    slot('12:30'),
    slot('20:00'),
  ]
  const [board] = gridDaysOf(sources([tour(1, '12:00')], [], { tourSlots }), ALL, at('08:45'))
  expect(board.rows.map(({ cells }) => cells.map(({ free }) => free).filter(({ length }) => length))).toEqual(
    [[['09:00', '09:50'], ['12:30']], []],
  )
  expect(board.rows.map(({ free }) => free)).toEqual(['09:00', null])
})

test.each([
  [TODAY, '06:59', null],
  [TODAY, '07:00', 0],
  [TODAY, '13:00', 6],
  [TODAY, '18:59', 719 / 60],
  [TODAY, '19:00', null],
  [NEXT, '13:00', null],
])('on %s, looked at today at %s, the line of the present time stands in column %s', (date, time, column) => {
  expect(nowColumn(date, at(time))).toBe(column)
})

test('a poll that brings nothing new leaves the rows the same; a change shows in its row only', () => {
  const tours = [tour(1, '09:00'), tour(2, '09:00', 'APPROVED', 2)]
  const rows = (given: Reservation[], now = at('08:00')) => gridDaysOf(sources(given), ALL, now)[0].rows
  const same = (a: ReturnType<typeof rows>, b: ReturnType<typeof rows>) =>
    a.map((row, i) => sameRow(row, b[i]))
  expect(same(rows(tours), rows(tours))).toEqual([false, false])
  const kept = sources(tours)
  const again = () => gridDaysOf(kept, ALL, at('08:00'))[0].rows
  expect(same(again(), again())).toEqual([true, true])
  const moved = {
    ...kept,
    reservations: { ...kept.reservations, tours: [tours[0], tour(2, '09:00', 'CANCELLED', 2)] },
  }
  expect(same(again(), gridDaysOf(moved, ALL, at('08:00'))[0].rows)).toEqual([true, false])
  expect(same(again(), gridDaysOf(kept, ALL, at('09:30'))[0].rows)).toEqual([false, false])
})
