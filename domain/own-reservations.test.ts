import { describe, expect, test } from 'vitest'
import {
  COUNTERS,
  countReservations,
  groupOwn,
  isCounted,
  isOfToday,
  isRunning,
  mainActionOf,
} from './own-reservations.ts'
import { STATUSES, type ReservationFacts, type ReservationKind, type Status } from './reservation.ts'

const at = (time: string, day = '2026-11-21') => Date.parse(`${day}T${time}+01:00`)

const meeting = (status: Status, from = '10:00', until = '10:30', day = '2026-11-21'): ReservationFacts => ({
  kind: 'GROUP_MEETING',
  status,
  starts_at: at(from, day),
  ends_at: at(until, day),
})

test.each([
  ['09:59:59', false],
  ['10:00', true],
  ['10:29:59', true],
  ['10:30', false],
])('an approved reservation is running at %s: %s', (time, expected) => {
  expect(isRunning(meeting('APPROVED'), at(time))).toBe(expected)
})

test('no other status is ever running', () => {
  const running = STATUSES.filter((status) => isRunning(meeting(status), at('10:10')))
  expect(running).toEqual(['APPROVED'])
})

test.each<[Status, string, string, boolean]>([
  ['APPROVED', '00:00', '2026-11-21', true],
  ['APPROVED', '10:29', '2026-11-21', true],
  ['APPROVED', '10:30', '2026-11-21', false],
  ['APPROVED', '23:59', '2026-11-20', false],
  ['PENDING', '09:00', '2026-11-21', false],
  ['CANCEL_REQUESTED', '09:00', '2026-11-21', false],
  ['COMPLETED', '10:10', '2026-11-21', false],
])('%s from 10:00 to 10:30 has a ticket at %s on %s: %s', (status, time, day, expected) => {
  expect(isOfToday({ ...meeting(status), date: '2026-11-21' }, at(time, day))).toBe(expected)
})

describe('the list of a member', () => {
  const all = {
    tomorrow: meeting('APPROVED', '09:00', '09:30', '2026-11-22'),
    rejected: meeting('REJECTED', '14:00', '14:30'),
    next: meeting('PENDING', '11:00', '11:30'),
    running: meeting('APPROVED', '10:00', '10:30'),
    over: meeting('APPROVED', '09:00', '09:30'),
    undecided: meeting('PENDING', '08:00', '08:30'),
    unanswered: meeting('CANCEL_REQUESTED', '08:30', '08:40'),
    ended: meeting('COMPLETED', '10:00', '10:40'),
    leaving: meeting('CANCEL_REQUESTED', '15:00', '15:30'),
    cancelled: meeting('CANCELLED', '09:00', '09:30', '2026-11-22'),
  }
  const grouped = (now: number) => {
    const { coming, past } = groupOwn(Object.entries(all), ([, facts]) => facts, now)
    return { coming: coming.map(([name]) => name), past: past.map(([name]) => name) }
  }

  test('shows running and coming reservations and refused requests for coming times soonest first, then past ones newest first', () => {
    expect(grouped(at('10:10'))).toEqual({
      coming: ['running', 'next', 'rejected', 'leaving', 'tomorrow'],
      past: ['cancelled', 'ended', 'over', 'unanswered', 'undecided'],
    })
  })

  test('follows the clock, even over midnight', () => {
    expect(grouped(at('23:59:59')).coming).toEqual(['tomorrow'])
    expect(grouped(at('00:00', '2026-11-22')).coming).toEqual(['tomorrow'])
    expect(grouped(at('09:30', '2026-11-22')).coming).toEqual([])
  })
})

test.each<[Status, string, ReservationKind, boolean, ReturnType<typeof mainActionOf>]>([
  ['APPROVED', '09:59', 'GROUP_MEETING', false, 'calendar'],
  ['APPROVED', '09:59', 'VIP_TOUR', false, 'calendar'],
  ['APPROVED', '10:00', 'GROUP_MEETING', false, 'end'],
  ['APPROVED', '10:00', 'VIP_TOUR', false, null],
  ['APPROVED', '10:30', 'GROUP_MEETING', false, 'feedback'],
  ['APPROVED', '10:30', 'GROUP_MEETING', true, null],
  ['APPROVED', '10:30', 'VIP_TOUR', false, null],
  ['COMPLETED', '10:13', 'GROUP_MEETING', false, 'feedback'],
  ['PENDING', '09:00', 'GROUP_MEETING', false, null],
  ['CANCEL_REQUESTED', '10:10', 'GROUP_MEETING', false, null],
  ['REJECTED', '10:10', 'GROUP_MEETING', false, null],
  ['CANCELLED', '10:10', 'GROUP_MEETING', false, null],
])(
  'the main action of a reservation that is %s at %s, a %s, with feedback %s: %s',
  (status, time, kind, has, action) => {
    const facts = { ...meeting(status), kind, has_feedback: has, ended_at: null }
    expect(mainActionOf(facts, at(time))).toBe(action)
  },
)

test.each([
  ['09:40', null],
  ['10:12', 'feedback'],
])('the main action of a meeting ended at %s: %s', (ended, action) => {
  const facts = { ...meeting('COMPLETED'), has_feedback: false, ended_at: at(ended) }
  expect(mainActionOf(facts, at('10:13'))).toBe(action)
})

describe('the counters of the profile', () => {
  const counters = (...numbers: [number, number, number, number, number, number]) => {
    const [total, pending, upcoming, cancel_requested, cancelled, completed] = numbers
    return { total, pending, upcoming, cancel_requested, cancelled, completed }
  }
  const rows: [string, Status[], ReturnType<typeof counters>][] = [
    ['nothing yet', [], counters(0, 0, 0, 0, 0, 0)],
    ['waiting', ['PENDING'], counters(1, 1, 0, 0, 0, 0)],
    ['approved', ['APPROVED'], counters(1, 0, 1, 0, 0, 0)],
    ['asked to cancel', ['CANCEL_REQUESTED'], counters(1, 0, 0, 1, 0, 0)],
    ['rejected counts as cancelled', ['REJECTED', 'CANCELLED'], counters(2, 0, 0, 0, 2, 0)],
    ['over', ['COMPLETED', 'COMPLETED'], counters(2, 0, 0, 0, 0, 2)],
    ['one of each', [...STATUSES], counters(6, 1, 1, 1, 2, 1)],
  ]

  test.each(rows)('%s', (_what, statuses, expected) => {
    expect(countReservations(statuses)).toEqual(expected)
  })
})

test('each counter equals the length of its list', () => {
  const counts = countReservations(STATUSES)
  for (const counter of COUNTERS)
    expect(STATUSES.filter((status) => isCounted(counter, status))).toHaveLength(counts[counter])
})
