import { expect, test } from 'vitest'
import { countDays, timesIn } from './slot-days.ts'

const dates = [
  { id: 2, date: '2026-11-20' },
  { id: 1, date: '2026-11-21' },
  { id: 3, date: '2026-11-22' },
]
const times = {
  patterns: ['09:00+30 09:30+30', '13:00+10'],
  days: [
    { place_id: 7, event_date_id: 1, pattern: 0, is_locked: false },
    { place_id: 8, event_date_id: 1, pattern: 1, is_locked: false },
    { place_id: 8, event_date_id: 2, pattern: 1, is_locked: false },
  ],
}

test('the days that have slots are counted in the order of their dates, for all or for one', () => {
  expect(countDays(times, dates, null)).toEqual([
    { date: '2026-11-20', count: 1 },
    { date: '2026-11-21', count: 3 },
  ])
  expect(countDays(times, dates, 7)).toEqual([{ date: '2026-11-21', count: 2 }])
  expect(countDays(times, dates, 9)).toEqual([])
})

test('a pattern has its times with their minutes', () => {
  expect(timesIn('09:00+30 09:30+30')).toEqual([
    { time: '09:00', duration: 30 },
    { time: '09:30', duration: 30 },
  ])
})
