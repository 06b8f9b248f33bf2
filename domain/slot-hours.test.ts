import { expect, test } from 'vitest'
import { instantOf } from './madrid-time.ts'
import { hoursOf } from './slot-hours.ts'

const DATE = '2026-11-21'

const free = (time: string) => ({ time, is_locked: false, reservation: null })
const held = (time: string) => ({ ...free(time), reservation: { status: 'PENDING' } })
const locked = (time: string) => ({ ...free(time), is_locked: true })

test.each([
  ['before its first slot', '09:59', [free('10:00'), free('10:30')], 2, 'free'],
  ['once its first slot has begun', '10:00', [free('10:00'), free('10:30')], 1, 'free'],
  ['once its last slot has begun', '10:30', [free('10:00'), free('10:30')], 0, 'past'],
  ['with a held and a free slot', '09:00', [held('10:00'), free('10:30')], 1, 'free'],
  ['with held slots only', '09:00', [held('10:00'), held('10:30')], 0, 'full'],
  ['with locked slots only', '09:00', [locked('10:00'), locked('10:30')], 0, 'full'],
  ['with a past and a held slot', '10:10', [free('10:00'), held('10:30')], 0, 'full'],
  ['with past slots that were held', '10:40', [held('10:00'), held('10:30')], 0, 'past'],
] as const)('an hour %s (%s)', (_, time, slots, count, state) => {
  expect(hoursOf(slots, DATE, instantOf(DATE, time)!)).toEqual([{ hour: 10, free: count, state }])
})

test('hours are sorted, and only those with slots are listed', () => {
  const hours = hoursOf([free('15:50'), free('09:00'), free('09:30')], DATE, instantOf(DATE, '08:00')!)
  expect(hours.map(({ hour }) => hour)).toEqual([9, 15])
})

test('all hours of an earlier day are past, none of a later day', () => {
  const at = (date: string) => hoursOf([free('10:00')], date, instantOf(DATE, '09:00')!)[0]!.state
  expect([at('2026-11-20'), at('2026-11-22')]).toEqual(['past', 'free'])
})
