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
])('%s, all places share one time axis that separates past times', (_, now, past, ahead) => {
  expect(dayAxis(PLACES, DATE, at(now))).toEqual({ past, ahead })
})

test('all times of a past day are past, all of a coming day are ahead', () => {
  expect(dayAxis(PLACES, '2026-11-19', at('09:00')).ahead).toEqual([])
  expect(dayAxis(PLACES, '2026-11-21', at('18:00')).past).toEqual([])
})

test('times are grouped by the hour in which they begin; empty hours are omitted', () => {
  expect(axisHours(['09:00', '09:10', '11:50', '13:00'])).toEqual([
    { hour: 9, times: ['09:00', '09:10'] },
    { hour: 11, times: ['11:50'] },
    { hour: 13, times: ['13:00'] },
  ])
})
