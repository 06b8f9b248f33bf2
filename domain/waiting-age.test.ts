import { expect, test } from 'vitest'
import { waitingAge } from './waiting-age.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [-MINUTE, 'under_1_hour'],
  [0, 'under_1_hour'],
  [HOUR - 1, 'under_1_hour'],
  [HOUR, 'under_4_hours'],
  [4 * HOUR - 1, 'under_4_hours'],
  [4 * HOUR, 'under_1_day'],
  [24 * HOUR - 1, 'under_1_day'],
  [24 * HOUR, 'over_1_day'],
])('after %i ms a request is %s old', (waited, age) => {
  const asked = Date.parse('2026-11-20T09:00:00+01:00')
  expect(waitingAge(asked, asked + waited)).toBe(age)
})
