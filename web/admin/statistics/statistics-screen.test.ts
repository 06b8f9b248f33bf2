import { expect, test } from 'vitest'
import { movedRange, rangeOf } from './statistics-screen.tsx'

test.each([
  ['', undefined, undefined],
  ['start_date=2026-11-21', '2026-11-21', undefined],
  ['start_date=2026-11-21&end_date=2026-11-22', '2026-11-21', '2026-11-22'],
  ['start_date=2026-11-21&end_date=2026-11-21', '2026-11-21', '2026-11-21'],
  ['start_date=2026-11-22&end_date=2026-11-21', '2026-11-22', undefined],
  ['start_date=x&end_date=2026-02-30', undefined, undefined],
])('an address with %s is from %s to %s', (query, start_date, end_date) => {
  expect(rangeOf(new URLSearchParams(query))).toEqual({ start_date, end_date })
})

const range = { start_date: '2026-11-21', end_date: '2026-11-22' }

test.each([
  [{ start_date: '2026-11-20' }, '2026-11-20', '2026-11-22'],
  [{ start_date: '2026-11-23' }, '2026-11-23', '2026-11-23'],
  [{ end_date: '2026-11-23' }, '2026-11-21', '2026-11-23'],
  [{ end_date: '2026-11-20' }, '2026-11-20', '2026-11-20'],
])('moved to %o it is from %s to %s', (to, start_date, end_date) => {
  expect(movedRange(range, to)).toEqual({ start_date, end_date })
})
