import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isConsecutive } from './booking.ts'
import { tapSlot } from './slot-choice.ts'

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const wallTime = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** A ten-minute slot; its id is its start in minutes. */
const slot = (time: string, state = 'available') => ({
  id: minutes(time),
  time,
  end_time: wallTime(minutes(time) + 10),
  duration: 10,
  state,
})
type DaySlot = ReturnType<typeof slot>
const canBook = (each: DaySlot) => each.state === 'available'

describe('tapping slots of a room', () => {
  const day = [
    slot('09:00', 'past'),
    slot('09:10'),
    slot('09:20'),
    slot('09:30'),
    slot('09:40'),
    slot('09:50', 'reserved'),
    slot('10:00'),
    slot('10:10'),
    slot('10:20', 'unavailable'),
    slot('10:30'),
    // No slot at 10:40.
    slot('10:50'),
    slot('11:00'),
  ]
  const timesOf = (ids: readonly number[]) => ids.map(wallTime)

  test.each([
    ['the first tap chooses one', [], '09:20', ['09:20']],
    ['a later slot: the range reaches it', ['09:10'], '09:30', ['09:10', '09:20', '09:30']],
    ['an earlier slot: the range begins there', ['09:40'], '09:20', ['09:20', '09:30', '09:40']],
    ['the next one', ['09:10'], '09:20', ['09:10', '09:20']],
    ['a range grows forwards', ['09:10', '09:20'], '09:40', ['09:10', '09:20', '09:30', '09:40']],
    ['a range grows backwards', ['09:30', '09:40'], '09:10', ['09:10', '09:20', '09:30', '09:40']],
    ['the only one is taken back', ['09:20'], '09:20', []],
    ['the first one is taken back', ['09:10', '09:20', '09:30'], '09:10', ['09:20', '09:30']],
    ['the last one is taken back', ['09:10', '09:20', '09:30'], '09:30', ['09:10', '09:20']],
    [
      'the order in which they were chosen is no matter',
      ['09:30', '09:10', '09:20'],
      '09:30',
      ['09:10', '09:20'],
    ],
    ['one in the middle is not taken back', ['09:10', '09:20', '09:30'], '09:20', 'middle_slot'],
    ['a first tap on a past one', [], '09:00', 'range_blocked'],
    ['a first tap on a reserved one', [], '09:50', 'range_blocked'],
    ['a first tap on a locked one', [], '10:20', 'range_blocked'],
    ['a range that begins with a past one', ['09:20'], '09:00', 'range_blocked'],
    ['a range that ends with a reserved one', ['09:30'], '09:50', 'range_blocked'],
    ['a range over a reserved one', ['09:40'], '10:00', 'range_blocked'],
    ['a range backwards over a reserved one', ['10:00'], '09:40', 'range_blocked'],
    ['a range over a locked one', ['10:10'], '10:30', 'range_blocked'],
    ['a range over a gap in the day', ['10:30'], '10:50', 'range_blocked'],
    ['beyond a gap', ['10:50'], '11:00', ['10:50', '11:00']],
  ])('%s', (_what, chosen, tapped, expected) => {
    const after = tapSlot(day, chosen.map(minutes), minutes(tapped), canBook)
    if (typeof expected === 'string') expect(after).toEqual({ problem: expected })
    else expect('selected' in after && timesOf(after.selected).toSorted()).toEqual(expected)
  })

  test('tapping an unknown slot selects nothing', () => {
    expect(tapSlot(day, [minutes('09:10')], 1, canBook)).toEqual({ selected: [minutes('09:10')] })
  })

  test('deleted slots are deselected', () => {
    const deleted = minutes('08:00')
    const gone = [deleted, minutes('09:10')]
    expect(tapSlot(day, gone, minutes('09:10'), canBook)).toEqual({ selected: [] })
    expect(tapSlot(day, [deleted], minutes('09:20'), canBook)).toEqual({ selected: [minutes('09:20')] })
    expect(tapSlot(day, gone, deleted, canBook)).toEqual({ selected: [minutes('09:10')] })
  })
})

describe('whether slots follow each other without a gap', () => {
  const span = (time: string, end_time: string) => ({ id: minutes(time), time, end_time })

  test.each([
    ['no slot', [], true],
    ['one slot', [span('09:00', '09:10')], true],
    ['two that touch', [span('09:00', '09:10'), span('09:10', '09:20')], true],
    ['the same, later one first', [span('09:10', '09:20'), span('09:00', '09:10')], true],
    ['slots of different lengths', [span('09:00', '09:25'), span('09:25', '10:00')], true],
    ['up to midnight', [span('23:40', '23:50'), span('23:50', '24:00')], true],
    ['a gap of one slot', [span('09:00', '09:10'), span('09:20', '09:30')], false],
    ['a gap of a minute', [span('09:00', '09:10'), span('09:11', '09:21')], false],
    ['a gap at the end', [span('09:00', '09:10'), span('09:10', '09:20'), span('09:30', '09:40')], false],
    ['the same one twice', [span('09:00', '09:10'), span('09:00', '09:10')], false],
    ['over the hour that March leaves out', [span('01:50', '03:00'), span('03:00', '03:10')], true],
    ['before and after the doubled hour of October', [span('02:50', '02:00'), span('03:00', '03:10')], false],
  ])('%s: %s', (_what, slots, answer) => {
    expect(isConsecutive(slots)).toBe(answer)
  })
})

describe('laws', () => {
  // A day as a list of pieces: a slot in some state, or a hole of ten minutes.
  const piece = fc.constantFrom(
    'available',
    'available',
    'available',
    'reserved',
    'unavailable',
    'past',
    'hole',
  )
  const day = fc
    .array(piece, { minLength: 1, maxLength: 20 })
    .map((pieces) =>
      pieces.flatMap((state, i) => (state === 'hole' ? [] : [slot(wallTime(540 + i * 10), state)])),
    )
  const dayAndTaps = fc.tuple(day, fc.array(fc.nat(19), { maxLength: 30 }))

  test('after any taps the selection is empty or a gapless run of slots that can be booked', () => {
    fc.assert(
      fc.property(dayAndTaps, ([slots, taps]) => {
        let selected: number[] = []
        for (const tap of taps) {
          const before = Object.freeze([...selected])
          const after = tapSlot(slots, before, 540 + tap * 10, canBook)
          if ('problem' in after) {
            expect(Object.keys(after)).toEqual(['problem'])
            continue
          }
          selected = after.selected
          const chosen = slots.filter((each) => selected.includes(each.id))
          expect(chosen).toHaveLength(selected.length)
          expect(chosen.every(canBook)).toBe(true)
          expect(isConsecutive(chosen)).toBe(true)
        }
      }),
    )
  })

  test('a slot that can be booked always starts a selection, and a second tap on it ends it', () => {
    fc.assert(
      fc.property(day, fc.nat(19), (slots, i) => {
        const tapped = slots[i]
        fc.pre(tapped !== undefined && canBook(tapped))
        expect(tapSlot(slots, [], tapped.id, canBook)).toEqual({ selected: [tapped.id] })
        expect(tapSlot(slots, [tapped.id], tapped.id, canBook)).toEqual({ selected: [] })
      }),
    )
  })
})
