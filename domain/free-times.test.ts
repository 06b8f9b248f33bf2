import { describe, expect, test } from 'vitest'
import { freeTimes, startingTime, startWithRoom, timesFrom, timesInstead } from './free-times.ts'
import type { Time } from './slot.ts'
import { instantOf } from './madrid-time.ts'

const DATE = '2026-11-20'
const at = (time: string) => instantOf(DATE, time)!

const ten = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
/** Ten minutes from each of these starts; the id is the start without its colon. */
const times = (...starts: string[]): Time[] =>
  starts.map((time) => ({
    id: Number(time.replace(':', '')),
    time,
    end_time: ten(Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + 10),
    duration: 10,
  }))
const startsOf = (found: readonly Time[]) => found.map(({ time }) => time)

test('a free time is neither held nor locked nor begun', () => {
  const slot = (time: string, available: boolean) => ({ ...times(time)[0]!, available, is_locked: false })
  const slots = [slot('10:00', true), slot('10:10', true), slot('10:20', false), slot('10:30', true)]
  expect(startsOf(freeTimes(slots, DATE, at('10:00')))).toEqual(['10:10', '10:30'])
  expect(startsOf(freeTimes(slots, DATE, at('09:59')))).toEqual(['10:00', '10:10', '10:30'])
})

test.each([
  ['10:10', '10:10'],
  ['10:15', '10:30'],
  ['09:00', '10:00'],
  ['18:00', '10:00'],
])('after pressing the cell at %s, the form starts at %s', (wanted, start) => {
  expect(startingTime(times('10:00', '10:10', '10:30'), wanted)?.time).toBe(start)
  expect(startingTime([], wanted)).toBeUndefined()
})

test('a run lasts exactly the wanted minutes, or does not exist', () => {
  const free = times('10:00', '10:10', '10:30')
  expect(startsOf(timesFrom(free, 1000, 20)!)).toEqual(['10:00', '10:10'])
  expect(timesFrom(free, 1010, 20)).toBeNull()
  expect(timesFrom(free, 1000, 15)).toBeNull()
})

test.each([
  ['the very time, when there is room', '10:10', 20, '10:10'],
  ['the nearest with room for all of it', '10:40', 20, '10:50'],
  ['the later of two as near, for a tour', '10:40', null, '10:50'],
  ['the next one, where nowhere is so much room', '10:30', 90, '10:30'],
])('the nearest start with enough free time: %s', (_what, time, minutes, start) => {
  const free = times('10:00', '10:10', '10:20', '10:30', '10:50', '11:00')
  expect(startWithRoom(free, { time, minutes })?.time).toBe(start)
})

describe('alternatives to a taken time', () => {
  const taken = times('09:00', '10:00', '10:10', '10:20', '11:00', '11:30', '12:00')
  const slots = taken.map((time) => ({
    ...time,
    available: time.time !== '10:20',
    is_locked: false,
  }))
  const room = { id: 3, is_vip: true, is_vvip: true }

  test.each([
    ['10:20', 10, '08:00', ['10:00', '10:10', '11:00']],
    ['10:20', 10, '10:00', ['10:10', '11:00', '11:30']],
    ['10:20', 20, '08:00', ['10:00']],
    ['10:20', 90, '08:00', ['10:00', '10:10', '11:00']],
    ['10:20', 10, '18:00', []],
  ])('for %s and %i minutes, at %s the alternatives are %j', (time, minutes, now, found) => {
    expect(startsOf(timesInstead(room, slots, DATE, { time, minutes }, at(now)))).toEqual(found)
    expect(timesInstead(room, [], DATE, { time, minutes }, at(now))).toEqual([])
  })
})
