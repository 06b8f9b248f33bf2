import { expect, test } from 'vitest'
import { instantOf } from './madrid-time.ts'
import { lengthsFrom, placesFreeFor, startTimes } from './time-first.ts'

const DATE = '2026-11-20'
const NORMAL = { is_vip: false, is_vvip: false }
const VIP = { is_vip: true, is_vvip: false }
const search = (now = '09:00', member = NORMAL) => ({ date: DATE, member, now: instantOf(DATE, now)! })

const HELD = { status: 'PENDING' }
let nextId = 1

type Day = { held?: string[]; locked?: string[]; missing?: string[]; tier?: typeof NORMAL }

/** Ten-minute slots from 10:00 to 11:00, but for those `missing`. */
function makeRoom(name: string, { held = [], locked = [], missing = [], tier = NORMAL }: Day = {}) {
  const times = ['10:00', '10:10', '10:20', '10:30', '10:40', '10:50', '11:00']
  const slots = times.slice(0, -1).flatMap((time, i) => {
    const id = nextId++
    const slot = { id, time, end_time: times[i + 1]!, duration: 10 }
    const state = { is_locked: locked.includes(time), reservation: held.includes(time) ? HELD : null }
    return missing.includes(time) ? [] : [{ ...slot, ...state }]
  })
  return { name, ...tier, slots }
}

const FREE = makeRoom('free')
const HELD_AT_1020 = makeRoom('held', { held: ['10:20'] })
const LOCKED_AT_1000 = makeRoom('locked', { locked: ['10:00'] })
const FOR_VIPS = makeRoom('vip', { tier: VIP })
const WITH_A_BREAK = makeRoom('break', { missing: ['10:30'] })
const ROOMS = [FREE, HELD_AT_1020, LOCKED_AT_1000, FOR_VIPS]

test('each coming time shows the number of free rooms within the tier', () => {
  expect(startTimes(ROOMS, search()).map(({ time, places }) => `${time} ${places}`)).toEqual([
    '10:00 2',
    '10:10 3',
    '10:20 2',
    '10:30 3',
    '10:40 3',
    '10:50 3',
  ])
  expect(startTimes(ROOMS, search('09:00', VIP))[0]).toEqual({ time: '10:00', places: 3 })
})

test('past and fully booked times are not selectable', () => {
  expect(startTimes(ROOMS, search('10:30'))[0]!.time).toBe('10:40')
  const taken = [makeRoom('a', { held: ['10:00'] }), makeRoom('b', { locked: ['10:00'] })]
  expect(startTimes(taken, search())[0]!.time).toBe('10:10')
  expect(startTimes([FOR_VIPS], search())).toEqual([])
})

test('a meeting ends at the first taken or missing time of its room', () => {
  expect(lengthsFrom([FREE, HELD_AT_1020, WITH_A_BREAK], '10:00', search())).toEqual([
    { minutes: 10, end_time: '10:10', places: 3 },
    { minutes: 20, end_time: '10:20', places: 3 },
    { minutes: 30, end_time: '10:30', places: 2 },
    { minutes: 40, end_time: '10:40', places: 1 },
    { minutes: 50, end_time: '10:50', places: 1 },
    { minutes: 60, end_time: '11:00', places: 1 },
  ])
  expect(lengthsFrom([LOCKED_AT_1000, FOR_VIPS], '10:00', search())).toEqual([])
})

test('a chosen length stays selectable without a free room, unless it passes midnight', () => {
  expect(lengthsFrom([HELD_AT_1020], '10:00', search(), 20)).toHaveLength(2)
  expect(lengthsFrom([HELD_AT_1020], '10:00', search(), 30).at(-1)).toEqual({
    minutes: 30,
    end_time: '10:30',
    places: 0,
  })
  expect(lengthsFrom([FREE], '10:00', search(), 15 * 60)).toHaveLength(6)
})

test.each([
  [20, ['free', 'held']],
  [30, ['free']],
  [70, []],
  [15, []],
])('a room is offered for %i minutes only when it is free for all of them', (minutes, names) => {
  const found = placesFreeFor([FREE, HELD_AT_1020], { time: '10:00', minutes }, search())
  expect(found.map(({ place }) => place.name)).toEqual(names)
  for (const { slots } of found) expect(slots.length * 10).toBe(minutes)
})

test('a tour takes one slot, however long it is', () => {
  const [found] = placesFreeFor([FREE], { time: '10:10', minutes: null }, search())
  expect(found!.slots.map(({ time }) => time)).toEqual(['10:10'])
})
