import { describe, expect, test } from 'vitest'
import {
  isAffected,
  judgeMoves,
  shiftSlots,
  startsWithin,
  type PlacedSlot,
  type Move,
} from './rearranging.ts'
import { STATUSES } from './reservation.ts'
import { slotTimes } from './slot.ts'
import { FLAGS_OF } from './tier.ts'

const DAY = '2026-11-20'
const at = (time: string) => Date.parse(`${DAY}T${time}:00+01:00`)
const NOW = at('09:00')

const tour = { kind: 'VIP_TOUR' as const, ends_at: at('23:00') }
const slot = (id: number, time: string, given: Partial<PlacedSlot> & { date?: string } = {}): PlacedSlot => {
  const { date = DAY, ...more } = given
  const times = slotTimes(date, time, more.duration ?? 25)!
  const held = { reservation_id: null, is_locked: false, is_held: (more.reservation_id ?? null) !== null }
  return { ...times, id, kind: 'VIP_TOUR', place_id: 2, event_date_id: 1, ...held, ...more }
}
const docent = { id: 2, most_visitors: 30, ...FLAGS_OF.normal }
const move = (id: number, time: string, given: Partial<Move> = {}): Move => ({
  id,
  kind: 'VIP_TOUR',
  time,
  end_time: slotTimes(DAY, time, 25)!.end_time,
  requested_at: at('08:00'),
  member: FLAGS_OF.normal,
  count: 3,
  place: docent,
  ...given,
})

describe('affected', () => {
  test('are the live reservations that have not started', () => {
    const affected = STATUSES.filter((status) =>
      isAffected({ ...tour, status, starts_at: at('10:00'), time: '10:00' }, {}, NOW),
    )
    expect(affected).toEqual(['PENDING', 'APPROVED', 'CANCEL_REQUESTED'])
    const begun = { ...tour, status: 'APPROVED' as const, starts_at: NOW, time: '09:00' }
    expect(isAffected(begun, {}, NOW)).toBe(false)
  })

  test('are those that start from the first time on and before the last one', () => {
    const hours = { from: '10:00', to: '12:00' }
    const inside = ['09:59', '10:00', '11:59', '12:00'].filter((time) => startsWithin(time, hours))
    expect(inside).toEqual(['10:00', '11:59'])
    expect(startsWithin('23:59', {})).toBe(true)
  })
})

describe('a move', () => {
  const outcomeOf = (given: Partial<Move>, slots: PlacedSlot[]) =>
    judgeMoves([move(1, '10:00', given)], slots, NOW).get(1)!.outcome

  test('takes the slot of the same time', () => {
    const slots = [slot(8, '10:00'), slot(9, '10:30')]
    expect(judgeMoves([move(1, '10:30')], slots, NOW).get(1)).toEqual({ outcome: 'ok', slots: [slots[1]] })
  })

  test.each([
    ['is held', {}, [slot(8, '10:00', { reservation_id: 7 })], 'taken'],
    ['is locked', {}, [slot(8, '10:00', { is_locked: true })], 'taken'],
    ['needs a tier', { place: { ...docent, ...FLAGS_OF.VIP } }, [slot(8, '10:00')], 'tier'],
    ['is too small', { place: { ...docent, most_visitors: 2 } }, [slot(8, '10:00')], 'capacity'],
    ['is at another time', {}, [slot(8, '10:05')], 'outside'],
    ['belongs to another docent', {}, [slot(8, '10:00', { place_id: 3 })], 'outside'],
    ['has passed', {}, [slot(8, '10:00', { date: '2026-11-19' })], 'outside'],
    ['belongs to a deleted docent', { place: { ...docent, id: 0 } }, [slot(8, '10:00')], 'outside'],
  ] as const)('to a slot that %s is refused', (_, given, slots, outcome) => {
    expect(outcomeOf(given, [...slots])).toBe(outcome)
  })

  test('of two that want one slot: the earlier request gets it, then the lower id', () => {
    const slots = [slot(8, '10:00')]
    const outcomes = (...moves: Move[]) =>
      Object.fromEntries([...judgeMoves(moves, slots, NOW)].map(([id, { outcome }]) => [id, outcome]))
    const early = { requested_at: at('07:00') }
    expect(outcomes(move(1, '10:00'), move(2, '10:00', early))).toEqual({ 1: 'taken', 2: 'ok' })
    expect(outcomes(move(2, '10:00'), move(1, '10:00'))).toEqual({ 1: 'ok', 2: 'taken' })
    expect(outcomes(move(1, '10:00', { count: 31 }), move(2, '10:00'))).toEqual({ 1: 'capacity', 2: 'ok' })
  })

  test('of a meeting takes all slots between its start and its end, and needs them without a gap', () => {
    const room = { kind: 'GROUP_MEETING' as const, duration: 10 }
    const meeting = move(1, '10:00', { kind: 'GROUP_MEETING', end_time: '10:30' })
    const judge = (...slots: PlacedSlot[]) => judgeMoves([meeting], slots, NOW).get(1)!
    const [a, b, c, d] = ['10:00', '10:10', '10:20', '10:30'].map((time, n) => slot(n, time, room))
    expect(judge(a!, b!, c!, d!)).toEqual({ outcome: 'ok', slots: [a, b, c] })
    expect(judge(a!, c!, d!).outcome).toBe('outside')
    expect(judge(a!, b!, d!).outcome).toBe('outside')
    expect(judge(a!, b!, { ...c!, is_held: true }).outcome).toBe('taken')
    // Longer slots of the other room fit as well.
    expect(judge(slot(9, '10:00', { ...room, duration: 30 })).outcome).toBe('ok')
  })
})

describe('a shift', () => {
  const shift = (slots: PlacedSlot[], minutes: number, given: { from?: string; date?: string } = {}) =>
    shiftSlots(slots, { date: DAY, minutes, holders: new Set([7]), ...given }, NOW).map(
      ({ slot: { id }, to, problem }) => [id, problem ?? to!.time],
    )

  test('moves all slots that have not started, held or free, also onto each other’s former times', () => {
    const slots = [slot(1, '08:50'), slot(2, '10:00'), slot(3, '10:25', { reservation_id: 7 })]
    const expected = [
      [2, '10:25'],
      [3, '10:50'],
    ]
    expect(shift(slots, 25)).toEqual(expected)
  })

  test('leaves what starts before its first time, and the other slots of a reservation that does', () => {
    const slots = [slot(1, '10:00'), slot(2, '10:30', { reservation_id: 6 }), slot(3, '11:00')]
    expect(shift(slots, 30, { from: '10:30' })).toEqual([[3, '11:30']])
  })

  test.each([
    ['past midnight', '23:10', 30, 'outside'],
    ['past the end of the day', '23:50', 30, 'outside'],
    ['before the day', '10:00', -601, 'outside'],
    ['into the past', '09:20', -20, 'past'],
  ] as const)('%s is refused', (_, time, minutes, problem) => {
    const slots = [slot(1, time, { duration: time === '23:50' ? 10 : 25 })]
    expect(shift(slots, minutes)).toEqual([[1, problem]])
  })

  test('up to midnight is possible', () => {
    expect(shift([slot(1, '23:05')], 30)).toEqual([[1, '23:35']])
  })

  test('onto a slot that stays is refused; one of another place does not matter', () => {
    const slots = [slot(1, '10:00'), slot(2, '10:30')]
    expect(shift(slots, -10, { from: '10:30' })).toEqual([[2, 'overlap']])
    expect(shift([slot(1, '10:00', { place_id: 3 }), slots[1]!], -10, { from: '10:30' })).toEqual([
      [2, '10:20'],
    ])
  })

  test('onto an hour that the clock change skips is refused', () => {
    const spring = { date: '2027-03-28' }
    const night = slot(1, '01:00', { ...spring, duration: 30 })
    expect(shift([night], 60, spring)).toEqual([[1, 'outside']])
    expect(shift([night], 120, spring)).toEqual([[1, '03:00']])
  })

  test('of slots that the clock change would let overlap is refused', () => {
    const spring = { date: '2027-03-28', duration: 90 }
    // From 01:30 on, ninety minutes last until 04:00.
    const slots = [slot(1, '00:00', spring), slot(2, '01:30', spring)]
    expect(shift(slots, 90, spring)).toEqual([
      [1, 'overlap'],
      [2, 'overlap'],
    ])
  })
})
