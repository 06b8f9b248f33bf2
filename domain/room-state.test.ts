import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isoInMadrid, madridTime, startOfDay } from './madrid-time.ts'
import { boardDay, partyRuns, spanOfRun, wallInstant, type BoardMeeting } from './room-board.ts'
import { closedUntil, roomAt, stateChanges, type RoomDay } from './room-state.ts'

const DATE = '2026-11-20'
const MINUTE = 60_000
const MIDNIGHT = startOfDay(DATE)

const timeOf = (minute: number) => (minute === 1_440 ? '24:00' : madridTime(MIDNIGHT + minute * MINUTE))

/** Slots of ten minutes between two wall times. */
function slots(range: string, is_locked = false) {
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

function meeting(range: string, party = 1): BoardMeeting {
  const [start_time, end_time] = range.split('-') as [string, string]
  return { start_time, end_time, status: 'APPROVED', party, visitor: { title: '', name: '' } }
}

/** The state at a wall time, in short. */
function said(day: RoomDay, time: string): string {
  const { state, isEnding, until } = roomAt(day, wallInstant(DATE, time))
  return `${isEnding ? 'ending' : state} ${until === null ? '-' : madridTime(until)}`
}

/** All of a day's minutes at which the state is another one than the minute before, with what it is then. */
function course(day: RoomDay): string[] {
  const minutes = Array.from({ length: 1_440 }, (_, i) => timeOf(i))
  const all = minutes.map((time) => ({ time, text: said(day, time) }))
  return all.filter(({ text }, i) => text !== all[i - 1]?.text).map(({ time, text }) => `${time} ${text}`)
}

describe('minute by minute', () => {
  test('a day with a lunch break: closed before, between and after, and never free in a gap', () => {
    const open = [...slots('09:00-12:00'), ...slots('13:00-17:00')]
    const meetings = [meeting('10:00-10:30'), meeting('10:30-10:40', 2), meeting('16:30-17:00')]
    expect(course(boardDay(DATE, open, meetings))).toEqual([
      '00:00 closed 09:00',
      '09:00 free 10:00',
      '09:50 soon 10:00',
      '10:00 in_use 10:30',
      '10:25 ending 10:30',
      '10:30 in_use 10:40',
      '10:35 ending 10:40',
      '10:40 free 12:00',
      '12:00 closed 13:00',
      '13:00 free 16:30',
      '16:20 soon 16:30',
      '16:30 in_use 17:00',
      '16:55 ending 17:00',
      '17:00 closed -',
    ])
  })

  test('a locked time is closed, and what is booked in it takes place', () => {
    const day = boardDay(
      DATE,
      [...slots('09:00-10:00'), ...slots('10:00-11:00', true)],
      [meeting('10:30-10:40')],
    )
    expect(course(day)).toEqual([
      '00:00 closed 09:00',
      '09:00 free 10:00',
      '10:00 closed 10:30',
      '10:20 soon 10:30',
      '10:30 in_use 10:40',
      '10:35 ending 10:40',
      '10:40 closed -',
    ])
  })

  test.each([
    ['without a slot', []],
    ['that is locked all day', slots('09:00-18:00', true)],
  ])('a room %s is closed all day', (_, open) => {
    expect(course(boardDay(DATE, open, []))).toEqual(['00:00 closed -'])
  })

  test('two reservations of one party are one meeting, which ends once', () => {
    const day = boardDay(DATE, slots('10:00-11:00'), [meeting('10:00-10:30'), meeting('10:30-11:00')])
    expect(course(day)).toEqual([
      '00:00 closed 10:00',
      '09:50 soon 10:00',
      '10:00 in_use 11:00',
      '10:55 ending 11:00',
      '11:00 closed -',
    ])
  })
})

test('in its last minutes a meeting is followed by the next one of the day', () => {
  const day = boardDay(DATE, slots('10:00-12:00'), [
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
  ['08:00', '2026-11-20T09:00:00+01:00'],
  ['09:30', null],
  // Nothing follows: it is closed for as long as this day lasts.
  ['10:00', '2026-11-21T00:00:00+01:00'],
])('at %s a room that is open for an hour is closed until %s', (time, until) => {
  const at = closedUntil(roomAt(boardDay(DATE, slots('09:00-10:00'), []), wallInstant(DATE, time)), DATE)
  expect(at === null ? null : isoInMadrid(at)).toBe(until)
})

// Days of up to 24 hours in slots of ten minutes: none, free, locked, or held by one of two parties.
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
    open: times.filter(({ kind }) => kind !== 'locked').map(spanOf),
    meetings: partyRuns(
      held.map((each) => ({ ...spanOf(each), party: partyOf(each), status: 'APPROVED' })),
    ).map(spanOfRun),
  }
  const board = boardDay(
    DATE,
    times.map((each) => ({ ...each, is_locked: each.kind === 'locked' })),
    held.map((each) => meeting(`${each.time}-${each.end_time}`, partyOf(each))),
  )
  return { list, board }
}

describe('on any day', () => {
  test('list and board say the same in every minute', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 1_439 }), (kinds, minute) => {
        const { list, board } = twice(kinds)
        const now = MIDNIGHT + minute * MINUTE
        const { state, until, isEnding } = roomAt(board, now)
        expect(roomAt(list, now)).toMatchObject({ state, until, isEnding })
      }),
    )
  })

  test('a state lasts until the next of its changes, and what it is until lies ahead', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 1_438 }), (kinds, minute) => {
        const { list } = twice(kinds)
        const now = MIDNIGHT + minute * MINUTE
        const { state, until, isEnding } = roomAt(list, now)
        if (until !== null) expect(until).toBeGreaterThan(now)
        const isChanged = stateChanges(list).some((instant) => now < instant && instant <= now + MINUTE)
        if (!isChanged) expect(roomAt(list, now + MINUTE)).toMatchObject({ state, until, isEnding })
      }),
    )
  })

  test('a room is never free where it has no slot that is not locked', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 1_439 }), (kinds, minute) => {
        const { state } = roomAt(twice(kinds).list, MIDNIGHT + minute * MINUTE)
        const kind = kinds[Math.floor(minute / 10)]
        if (state === 'free') expect(kind).toBe('free')
        if (kind === 'none' || kind === 'locked' || kind === undefined)
          expect(['closed', 'soon']).toContain(state)
      }),
    )
  })
})
