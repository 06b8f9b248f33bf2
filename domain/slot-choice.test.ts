import { expect, test } from 'vitest'
import { instantOf } from './madrid-time.ts'
import { chooseSlot, spanOf, stillFree } from './slot-choice.ts'
import { slotState } from './slot.ts'

const DATE = '2026-11-21'
const NOON = instantOf(DATE, '12:00')!

/** Six slots from 11:50; the first is past at noon, `held` are taken. */
function makeDay(held: readonly number[] = []) {
  const times = ['11:50', '12:10', '12:20', '12:30', '12:40', '12:50']
  return times.map((time, i) => ({
    id: i + 1,
    time,
    end_time: times[i + 1] ?? '13:00',
    duration: 10,
    is_locked: false,
    reservation: held.includes(i + 1) ? { status: 'PENDING' } : null,
  }))
}

type Slot = ReturnType<typeof makeDay>[number]
const isFree = (slot: Slot) => slotState(slot, DATE, NOON) === 'available'

test.each([
  ['tour', [], 2, { selected: [2] }],
  ['tour', [2], 3, { selected: [3] }],
  ['tour', [2], 2, { selected: [] }],
  ['tour', [2], 1, null],
  ['tour', [2], 4, null],
  ['room', [], 4, null],
  ['room', [], 1, null],
  ['room', [], 2, { selected: [2] }],
  ['room', [2], 3, { selected: [2, 3] }],
  ['room', [2], 4, { problem: 'range_blocked' }],
  ['room', [2], 5, { problem: 'range_blocked' }],
] as const)('%s with %j chosen, a tap on %i gives %j', (kind, chosen, tapped, outcome) => {
  const day = makeDay([4])
  const slot = day.find(({ id }) => id === tapped)!
  expect(chooseSlot(kind, day, chosen, slot, isFree)).toEqual(outcome)
})

test('the middle of a chosen range cannot be deselected', () => {
  const day = makeDay()
  expect(chooseSlot('room', day, [2, 3, 4], day[2]!, isFree)).toEqual({ problem: 'middle_slot' })
})

test.each([
  ['nobody takes any', [], [2, 3]],
  ['one of two is taken', [3], []],
  ['another one is taken', [5], [2, 3]],
])('when %s, the chosen ones left are %j', (_, held, left) => {
  expect(stillFree(makeDay(held), [2, 3], isFree).map((slot) => slot.id)).toEqual(left)
})

test('a chosen slot deleted from the schedule is deselected', () => {
  expect(stillFree(makeDay(), [2, 99], isFree)).toEqual([])
})

test('a selection lasts the sum of its slots', () => {
  expect(spanOf(makeDay().slice(1, 4))).toEqual({ time: '12:10', end_time: '12:40', minutes: 30 })
})
