import { expect, test } from 'vitest'
import { instantOf } from './madrid-time.ts'
import { lossOf } from './slot-loss.ts'

const DATE = '2026-11-21'
const NOON = instantOf(DATE, '12:00')!

/** Four slots from 11:50; the first is past at noon. */
const makeDay = (held: readonly number[], locked: readonly number[]) =>
  ['11:50', '12:10', '12:20', '12:30'].map((time, i) => ({
    id: i + 1,
    time,
    is_locked: locked.includes(i + 1),
    reservation: held.includes(i + 1) ? { status: 'PENDING' } : null,
  }))

test.each<[string, number[], number[], number[], ReturnType<typeof lossOf>]>([
  ['is still to be had', [2, 3], [], [], null],
  ['is taken in part', [2, 3], [3], [], 'taken'],
  ['is gone from the day', [2, 7], [], [], 'removed'],
  ['has begun', [1, 2], [], [], 'past'],
  ['has begun, and is taken as well', [1], [1], [], 'past'],
  ['is locked', [2], [], [2], 'taken'],
])('a chosen time that %s', (_, chosen, held, locked, loss) => {
  const day = makeDay(held, locked)
  const slots = chosen.map((id) => day.find((slot) => slot.id === id) ?? { id, time: '13:00' })
  expect(lossOf(slots, day, DATE, NOON)).toBe(loss)
})

test('until the day is loaded, only past times are unavailable', () => {
  expect(lossOf([{ id: 2, time: '12:10' }], null, DATE, NOON)).toBeNull()
  expect(lossOf([{ id: 1, time: '11:50' }], null, DATE, NOON)).toBe('past')
})
