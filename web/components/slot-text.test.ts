import { expect, test } from 'vitest'
import { instantOf } from '../../domain/madrid-time.ts'
import { lossText } from './slot-text.ts'

const DATE = '2026-11-21'
const SLOTS = [
  { id: 1, time: '11:50' },
  { id: 2, time: '12:10' },
]

test('says whether the clock or another visitor took the selection', () => {
  const noon = instantOf(DATE, '12:00')!
  expect(lossText(SLOTS, [1, 2], DATE, noon)).toMatch(/지났습니다/)
  expect(lossText(SLOTS, [2], DATE, noon)).toMatch(/마감/)
  expect(lossText(SLOTS, [99], DATE, noon)).toMatch(/마감/)
})
