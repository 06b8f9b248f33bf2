import { expect, test } from 'vitest'
import { hasTaken, placesTakenFor, takenRun, takenTimes } from './taken-run.ts'

const DATE = '2026-11-22'
const NOW = Date.parse('2026-11-22T10:05:00+01:00')
const ME = { ownSlots: new Set([5]), hasTier: true }

const slot = (id: number, time: string, end_time: string, state: 'free' | 'taken' | 'locked' = 'free') => ({
  id,
  time,
  end_time,
  duration: 10,
  is_locked: state === 'locked',
  reservation: state === 'taken' ? {} : null,
})

const DAY = [
  slot(1, '10:00', '10:10', 'taken'),
  slot(2, '10:10', '10:20', 'taken'),
  slot(3, '10:20', '10:30'),
  slot(4, '10:30', '10:40', 'taken'),
  slot(5, '10:40', '10:50', 'taken'),
  slot(6, '10:50', '11:00', 'taken'),
  slot(7, '11:00', '11:10', 'locked'),
  slot(8, '11:20', '11:30', 'taken'),
  slot(9, '11:40', '11:50', 'taken'),
]
const run = (id: number, waiter = ME) => takenRun(DAY, id, waiter, DATE, NOW).map((each) => each.id)

test('adjacent taken and free times can be waited for together', () => {
  expect(run(2)).toEqual([2, 3, 4])
  expect(run(3)).toEqual([3, 4])
})

test('past, locked and own times, and those after a gap, cannot be waited for', () => {
  expect(run(1)).toEqual([])
  expect(run(5)).toEqual([])
  expect(run(6)).toEqual([6])
  expect(run(7)).toEqual([])
  expect(run(8)).toEqual([8])
})

test('members cannot wait for a place above their tier', () => {
  expect(run(2, { ...ME, hasTier: false })).toEqual([])
})

test('free times cannot be waited for', () => {
  const of = (...ids: number[]) =>
    hasTaken(
      DAY.filter(({ id }) => ids.includes(id)),
      ME,
      DATE,
      NOW,
    )
  expect(of(2, 3)).toBe(true)
  expect(of(3)).toBe(false)
  expect(of(1), 'begun').toBe(false)
  expect(of(5), 'one’s own').toBe(false)
})

const NORMAL = { is_vip: false, is_vvip: false }
const VIP = { is_vip: true, is_vvip: false }
const WAIT = { date: DATE, now: NOW, member: NORMAL, ownSlots: ME.ownSlots }
const ROOMS = [
  { name: 'taken', ...NORMAL, slots: DAY },
  { name: 'free', ...NORMAL, slots: [slot(21, '10:10', '10:20'), slot(22, '10:20', '10:30')] },
  {
    name: 'for VIPs',
    ...VIP,
    slots: [slot(31, '10:10', '10:20', 'taken'), slot(32, '10:15', '10:25', 'taken')],
  },
]

test('members can wait for times taken by others, at places within their tier', () => {
  expect(takenTimes(ROOMS, WAIT)).toEqual(['10:10', '10:30', '10:50', '11:20', '11:40'])
  expect(takenTimes(ROOMS, { ...WAIT, member: VIP })).toContain('10:15')
})

test('members can wait for a whole meeting where part of it is taken', () => {
  const at = (time: string, minutes: number | null) =>
    placesTakenFor(ROOMS, { time, minutes }, WAIT).map(
      ({ place, slots }) => `${place.name}: ${slots.map(({ id }) => id).join(' ')}`,
    )
  expect(at('10:10', null)).toEqual(['taken: 2'])
  expect(at('10:20', null), 'free').toEqual([])
  expect(at('10:20', 20), 'free and then taken').toEqual(['taken: 3 4'])
  expect(at('10:20', 30), 'up to one’s own').toEqual([])
})
