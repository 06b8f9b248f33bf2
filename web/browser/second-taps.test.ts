import { expect, test } from 'vitest'
import { isDouble } from './second-taps.ts'

test('the second tap at once at the same place is the other half of a double tap', () => {
  const first = { timeStamp: 1_000, clientX: 100, clientY: 300 }
  expect(isDouble(first, { timeStamp: 1_300, clientX: 104, clientY: 296 })).toBe(true)
  expect(isDouble(first, { timeStamp: 1_300, clientX: 100, clientY: 360 }), 'elsewhere').toBe(false)
  expect(isDouble(first, { timeStamp: 1_600, clientX: 100, clientY: 300 }), 'later').toBe(false)
})
