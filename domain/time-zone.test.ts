import { expect, test } from 'vitest'
import { isElsewhere } from './time-zone.ts'

const WINTER = Date.parse('2026-11-20T10:00:00+01:00')
const SUMMER = Date.parse('2026-07-20T10:00:00+02:00')

test.each([
  ['Seoul', -540, WINTER, true],
  ['London', 0, WINTER, true],
  ['Paris, which has the same time', -60, WINTER, false],
  ['Madrid in summer', -120, SUMMER, false],
  ['Lagos in summer', -60, SUMMER, true],
])('a phone in %s is told that times are those of Madrid: %s %s %s', (_where, offset, now, told) => {
  expect(isElsewhere(offset, now)).toBe(told)
})
