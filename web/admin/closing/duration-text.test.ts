import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

test.each([
  [0, '1분 미만'],
  [45, '45분'],
  [60, '1시간'],
  [200, '3시간 20분'],
  [1440, '1일'],
  [1450, '1일'],
  [3185, '2일 5시간'],
])('%i minutes are %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text)
})
