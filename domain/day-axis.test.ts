import { expect, test } from 'vitest'
import { axisHours, dayAxis } from './day-axis.ts'
import { instantOf } from './madrid-time.ts'

const DATE = '2026-11-20'
const at = (time: string) => instantOf(DATE, time)!

const makePlace = (...times: string[]) => ({ slots: times.map((time) => ({ time })) })
const PLACES = [makePlace('09:00', '10:00', '11:00'), makePlace('09:10', '10:00', '13:00')]

test.each([
  ['before the first', '08:00', [], ['09:00', '09:10', '10:00', '11:00', '13:00']],
  ['as one begins', '10:00', ['09:00', '09:10', '10:00'], ['11:00', '13:00']],
  ['after the last', '18:00', ['09:00', '09:10', '10:00', '11:00', '13:00'], []],
])('%s, the times of all places stand on one axis, the past ones apart', (_, now, past, ahead) => {
  expect(dayAxis(PLACES, DATE, at(now))).toEqual({ past, ahead })
})

test('a day that is over is past as a whole, one to come is ahead as a whole', () => {
  expect(dayAxis(PLACES, '2026-11-19', at('09:00')).ahead).toEqual([])
  expect(dayAxis(PLACES, '2026-11-21', at('18:00')).past).toEqual([])
})

test('an hour spans the times that begin in it, and one without times is left out', () => {
  expect(axisHours(['09:00', '09:10', '11:50', '13:00'])).toEqual([
    { hour: 9, times: ['09:00', '09:10'] },
    { hour: 11, times: ['11:50'] },
    { hour: 13, times: ['13:00'] },
  ])
})
