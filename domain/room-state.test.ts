import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isoInMadrid, madridTime, startOfDay } from './madrid-time.ts'
import { boardDay, partyRuns, spanOfRun, type BoardMeeting, type BoardSlot } from './room-board.ts'
import { closedUntil, roomAt, stateChanges, type RoomDay } from './room-state.ts'
import { wallInstant } from './wall-instant.ts'

const DATE = '2026-11-20'
const MINUTE = 60_000
const MIDNIGHT = startOfDay(DATE)

const timeOf = (minute: number) => (minute === 1_440 ? '24:00' : madridTime(MIDNIGHT + minute * MINUTE))

/** Slots of ten minutes between two wall times. */
function slotsOf(range: string, is_locked = false) {
  const [from, to] = range.split('-').map((time) => (wallInstant(DATE, time) - MIDNIGHT) / MINUTE) as [
    number,
    number,
  ]
  return Array.from({ length: (to - from) / 10 }, (_, i) => ({
    time: timeOf(from + i * 10),
    end_time: timeOf(from + i * 10 + 10),
    is_locked,
  }))
}

const meeting = (range: string, party = 1): BoardMeeting => ({
  time_range: range.replace('-', ' ~ '),
  status: 'APPROVED',
  party,
  visitor: { title: '', name: '' },
})

const dayOf = (time_slots: readonly BoardSlot[], reservations: readonly BoardMeeting[] = []) =>
  boardDay(DATE, { time_slots, reservations })

/** The state at a wall time: on the board, in the list, whether a slot covers it, and until when. */
function said(day: RoomDay, time: string): string {
  const { state, board, is_open, until } = roomAt(day, wallInstant(DATE, time))
  return [board, state, is_open ? 'open' : 'outside', until === null ? '-' : madridTime(until)].join(' ')
}

/** All of a day's minutes at which the state is another one than the minute before, with what it is then. */
function course(day: RoomDay): string[] {
  const minutes = Array.from({ length: 1_440 }, (_, i) => timeOf(i))
  const all = minutes.map((time) => ({ time, text: said(day, time) }))
  return all.filter(({ text }, i) => text !== all[i - 1]?.text).map(({ time, text }) => `${time} ${text}`)
}

describe('minute by minute', () => {
  test('a day with a lunch break is available before, between and after its times', () => {
    const slots = [...slotsOf('09:00-12:00'), ...slotsOf('13:00-17:00')]
    const meetings = [meeting('10:00-10:30'), meeting('10:30-10:40', 2), meeting('16:30-17:00')]
    expect(course(dayOf(slots, meetings))).toEqual([
      '00:00 available free outside 09:00',
      '09:00 available free open 10:00',
      '09:50 starting_soon soon open 10:00',
      '10:00 in_use in_use open 10:30',
      '10:25 end_soon soon open 10:30',
      '10:30 in_use in_use open 10:40',
      '10:35 end_soon soon open 10:40',
      '10:40 available free open 12:00',
      '12:00 available free outside 13:00',
      '13:00 available free open 16:30',
      '16:20 starting_soon soon open 16:30',
      '16:30 in_use in_use open 17:00',
      '16:55 end_soon soon open 17:00',
      // The list says that no time of today is left.
      '17:00 available closed outside -',
    ])
  })

  test('a locked time counts as outside opening times, but its meeting takes place', () => {
    const slots = [...slotsOf('09:00-10:00'), ...slotsOf('10:00-11:00', true), ...slotsOf('12:00-12:10')]
    expect(course(dayOf(slots, [meeting('10:30-10:40')]))).toEqual([
      '00:00 available free outside 09:00',
      '09:00 available free open 10:00',
      '10:00 available free outside 12:00',
      '10:20 starting_soon soon outside 10:30',
      '10:30 in_use in_use outside 10:40',
      '10:35 end_soon soon outside 10:40',
      '10:40 available free outside 12:00',
      '12:00 available free open 12:10',
      '12:10 available closed outside -',
    ])
  })

  test.each([
    ['without a slot', []],
    ['that is locked all day', slotsOf('09:00-18:00', true)],
  ])('a room %s is closed all day', (_, slots) => {
    expect(course(dayOf(slots))).toEqual(['00:00 closed closed outside -'])
  })

  test('a room locked all day is closed except during meetings', () => {
    expect(course(dayOf(slotsOf('10:00-11:00', true), [meeting('10:30-10:40')]))).toEqual([
      '00:00 closed closed outside 10:30',
      '10:20 starting_soon soon outside 10:30',
      '10:30 in_use in_use outside 10:40',
      '10:35 end_soon soon outside 10:40',
      '10:40 closed closed outside -',
    ])
  })

  test('before opening, the next bookable time is the first without meeting or request', () => {
    const slots = slotsOf('10:00-10:30').map((each) => ({ ...each, is_held: each.time === '10:10' }))
    expect(said(dayOf(slots, [meeting('10:00-10:10')]), '09:00')).toBe('available free outside 10:20')
    const held = slots.slice(0, 2)
    expect(said(dayOf(held, [meeting('10:00-10:10')]), '09:00')).toBe('available free outside -')
  })

  test('two adjacent reservations of one visitor group are one meeting', () => {
    expect(course(dayOf(slotsOf('10:00-11:00'), [meeting('10:00-10:30'), meeting('10:30-11:00')]))).toEqual([
      '00:00 available free outside -',
      '09:50 starting_soon soon outside 10:00',
      '10:00 in_use in_use open 11:00',
      '10:55 end_soon soon open 11:00',
      '11:00 available closed outside -',
    ])
  })
})

test("in a meeting's last minutes the next one is shown", () => {
  const day = dayOf(slotsOf('10:00-12:00'), [
    meeting('10:00-10:10'),
    meeting('10:10-10:20', 2),
    meeting('11:00-11:10'),
  ])
  const shown = (time: string) => {
    const { meeting: first, next } = roomAt(day, wallInstant(DATE, time))
    return [first?.start_time, next?.start_time]
  }
  expect(shown('09:00')).toEqual(['10:00', '10:10'])
  expect(shown('10:06')).toEqual(['10:00', '10:10'])
  expect(shown('10:16')).toEqual(['10:10', '11:00'])
  expect(shown('11:06')).toEqual(['11:00', undefined])
  expect(shown('11:10')).toEqual([undefined, undefined])
})

test.each([
  ['08:00', null],
  ['09:30', null],
  // No time is left: it is closed for as long as this day lasts.
  ['10:00', '2026-11-21T00:00:00+01:00'],
])('at %s a room that is open from 09:00 to 10:00 is closed until %s', (time, until) => {
  const at = closedUntil(roomAt(dayOf(slotsOf('09:00-10:00')), wallInstant(DATE, time)), DATE)
  expect(at === null ? null : isoInMadrid(at)).toBe(until)
})

// Days of up to 24 hours in slots of ten minutes: none, free, locked, or held by one of two visitor groups.
const anyDay = fc.array(fc.constantFrom('none', 'free', 'locked', 'party 1', 'party 2'), { maxLength: 144 })

/** The same day as the list of rooms knows it, by its instants, and as a board does, by its wall times. */
function twice(kinds: readonly string[]) {
  const all = kinds.map((kind, i) => ({
    kind,
    time: timeOf(i * 10),
    end_time: timeOf(i * 10 + 10),
    at: i * 10,
  }))
  const times = all.filter(({ kind }) => kind !== 'none')
  const held = all.filter(({ kind }) => kind.startsWith('party'))
  const spanOf = ({ at }: { at: number }) => ({
    starts_at: MIDNIGHT + at * MINUTE,
    ends_at: MIDNIGHT + (at + 10) * MINUTE,
  })
  const partyOf = ({ kind }: { kind: string }) => Number(kind.slice(-1))
  const list: RoomDay = {
    slots: times.map((each) => ({
      ...spanOf(each),
      is_locked: each.kind === 'locked',
      is_held: held.includes(each),
    })),
    meetings: partyRuns(held.map((each) => ({ ...spanOf(each), party: partyOf(each) }))).map(spanOfRun),
  }
  const board = dayOf(
    times.map(({ time, kind }) => ({ time, is_locked: kind === 'locked' })),
    held.map((each) => meeting(`${each.time}-${each.end_time}`, partyOf(each))),
  )
  return { kinds, list, board }
}

describe('on any day', () => {
  test('list and board agree in every minute', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 1_439 }), (kinds, minute) => {
        const { list, board } = twice(kinds)
        const now = MIDNIGHT + minute * MINUTE
        const { meeting: _, next: __, ...onBoard } = roomAt(board, now)
        expect(roomAt(list, now)).toMatchObject(onBoard)
      }),
    )
  })

  test('a state lasts until the next change, and its end is ahead', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 1_438 }), (kinds, minute) => {
        const { list } = twice(kinds)
        const now = MIDNIGHT + minute * MINUTE
        const { state, board, is_open, until } = roomAt(list, now)
        if (until !== null) expect(until).toBeGreaterThan(now)
        const isChanged = stateChanges(list).some((instant) => now < instant && instant <= now + MINUTE)
        if (!isChanged) expect(roomAt(list, now + MINUTE)).toMatchObject({ state, board, is_open, until })
      }),
    )
  })

  test('a board is closed only if no slot is unlocked, and available whenever no meeting runs or begins', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 1_439 }), (kinds, minute) => {
        const now = MIDNIGHT + minute * MINUTE
        const { board, is_open, state } = roomAt(twice(kinds).list, now)
        const isLocked = kinds.every((kind) => kind === 'none' || kind === 'locked')
        const at = (offset: number) => kinds[Math.floor((minute + offset) / 10)] ?? 'none'
        const isMet = at(0).startsWith('party') || at(10).startsWith('party')
        expect(board === 'closed').toBe(isLocked)
        expect(board === 'available').toBe(!isLocked && !isMet)
        expect(is_open).toBe(!['none', 'locked'].includes(at(0)))
        const isLeft = kinds.some((kind, i) => !['none', 'locked'].includes(kind) && i * 10 + 10 > minute)
        expect(state === 'closed').toBe(!isLeft)
      }),
    )
  })
})
