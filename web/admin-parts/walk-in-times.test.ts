import { describe, expect, test } from 'vitest'
import type { RoomSlot } from '../../contract/slot.ts'
import { instantOf } from '../../domain/madrid-time.ts'
import { freeTimes, nearestTimes, runFrom, startingTime, type Time } from './walk-in-times.ts'

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

test('free is what is neither held nor locked nor begun', () => {
  const slot = (time: string, available: boolean) =>
    ({ ...times(time)[0]!, event_date: { id: 1, date: DATE }, available }) as RoomSlot
  const slots = [slot('10:00', true), slot('10:10', true), slot('10:20', false), slot('10:30', true)]
  expect(startsOf(freeTimes(slots, at('10:00')))).toEqual(['10:10', '10:30'])
  expect(startsOf(freeTimes(slots, at('09:59')))).toEqual(['10:00', '10:10', '10:30'])
})

test.each([
  [1000, ['10:00', '10:10']],
  [1010, ['10:10']],
  [1030, ['10:30', '10:40', '10:50']],
  [1020, []],
])('from %i it is free without a gap for %j', (id, run) => {
  expect(startsOf(runFrom(times('10:00', '10:10', '10:30', '10:40', '10:50'), id))).toEqual(run)
})

test.each([
  ['10:10', '10:10'],
  ['10:15', '10:30'],
  ['09:00', '10:00'],
  ['18:00', '10:00'],
])('who comes from a cell at %s begins at %s', (wanted, start) => {
  expect(startingTime(times('10:00', '10:10', '10:30'), wanted)?.time).toBe(start)
  expect(startingTime([], wanted)).toBeUndefined()
})

describe('instead of a time that is gone', () => {
  const free = times('09:00', '10:00', '10:10', '10:20', '11:00', '11:30', '12:00')

  test.each([
    ['10:30', 1, ['10:10', '10:20', '11:00']],
    ['10:05', 1, ['10:00', '10:10', '10:20']],
    ['08:00', 1, ['09:00', '10:00', '10:10']],
    ['18:00', 1, ['11:00', '11:30', '12:00']],
    ['11:10', 3, ['10:00']],
    ['11:10', 9, ['11:00', '11:30', '12:00']],
  ])('near %s for %i slots there is %j', (wanted, count, found) => {
    expect(startsOf(nearestTimes(free, wanted, count, 3))).toEqual(found)
  })

  test('there may be nothing', () => {
    expect(nearestTimes([], '10:00', 1, 3)).toEqual([])
  })
})
