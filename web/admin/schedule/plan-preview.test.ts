import { expect, test } from 'vitest'
import { previewOf } from './plan-preview.ts'

const plan = {
  date: '2027-03-01',
  start_time: '09:00',
  end_time: '17:00',
  interval_minutes: 30,
  duration: 30,
}

test.each([
  ['an empty day', {}, [], { created: 17, skipped: 0, reopened: '', span: { start: '09:00', end: '17:30' } }],
  [
    'a day that has two of them',
    {},
    [
      { time: '09:00', duration: 30 },
      { time: '10:15', duration: 10 },
    ],
    { created: 15, skipped: 2, reopened: '09:30 ~ 10:00', span: { start: '09:30', end: '17:30' } },
  ],
  [
    'an interval shorter than the duration',
    { end_time: '10:00', interval_minutes: 10 },
    [],
    { created: 3, skipped: 4, reopened: '', span: { start: '09:00', end: '10:30' } },
  ],
  [
    'starts beyond midnight',
    { start_time: '23:30', end_time: '23:50', interval_minutes: 10 },
    [],
    { created: 1, skipped: 2, reopened: '', span: { start: '23:30', end: '24:00' } },
  ],
  [
    'a day that is full',
    {},
    [{ time: '09:00', duration: 600 }],
    { created: 0, skipped: 17, reopened: '', span: null },
  ],
])('%s', (_, change, existing, preview) => {
  expect(previewOf({ ...plan, ...change }, existing)).toEqual(preview)
})
