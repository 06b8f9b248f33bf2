import { describe, expect, test } from 'vitest'
import { instantOf } from './madrid-time.ts'
import { foldedCount, whyNothingLeft } from './times-left.ts'

const DATE = '2026-11-20'
const at = (time: string) => instantOf(DATE, time)!

const make = (time: string, how: 'free' | 'held' | 'locked' | 'closed' = 'free') => ({
  time,
  is_locked: how === 'locked',
  reservation: how === 'held' ? { status: 'APPROVED' } : null,
  is_available: how === 'free',
})
const hours = (from: number, count: number, how?: 'free' | 'held' | 'locked') =>
  Array.from({ length: count }, (_, i) => make(`${String(from + i).padStart(2, '0')}:00`, how))

describe('why no time is free', () => {
  test.each([
    ['something is', [make('09:00'), make('17:00')], '16:59', null],
    ['every time is past', [make('09:00'), make('17:00', 'held')], '17:00', 'over'],
    ['the last time has begun this very minute', [make('17:00')], '17:00', 'over'],
    ['the others are held', [make('09:00'), make('17:00', 'held')], '10:00', 'taken'],
    ['they are held and locked', [make('16:00', 'locked'), make('17:00', 'held')], '10:00', 'taken'],
    [
      'they are held, or free but closed',
      [make('16:00', 'closed'), make('17:00', 'held')],
      '10:00',
      'closed',
    ],
    ['they are locked', [make('09:00'), make('17:00', 'locked')], '10:00', 'closed'],
    ['none was ever opened', [], '10:00', 'closed'],
  ])('%s', (_, slots, time, why) => {
    expect(whyNothingLeft(slots, DATE, at(time))).toBe(why)
  })

  test('a past day is over, a coming day is not', () => {
    expect(whyNothingLeft([make('23:50')], '2026-11-19', at('00:00'))).toBe('over')
    expect(whyNothingLeft([make('00:00')], '2026-11-21', at('23:59'))).toBeNull()
  })
})

describe('the number of collapsed times', () => {
  const day = hours(9, 10)
  test.each([
    ['none are past', '08:59', 0],
    ['less than a row is past', '11:30', 0],
    ['a row is past', '12:00', 0],
    ['one more than a row is past', '13:00', 4],
    ['a row and a half are past', '14:30', 4],
    ['two rows are past', '16:00', 8],
    ['all but the last are past', '17:59', 8],
    ['all are past, though the last row is not full', '18:00', 10],
  ])('%s', (_, time, folded) => {
    expect(foldedCount(day, DATE, at(time))).toBe(folded)
  })

  test('a past day of more than a row is collapsed entirely, a coming or empty one not at all', () => {
    expect(foldedCount(hours(9, 5), '2026-11-19', at('10:00'))).toBe(5)
    expect(foldedCount(hours(9, 4), '2026-11-19', at('10:00'))).toBe(0)
    expect(foldedCount(hours(9, 8), '2026-11-21', at('23:00'))).toBe(0)
    expect(foldedCount([], DATE, at('10:00'))).toBe(0)
  })
})
