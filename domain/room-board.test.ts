import { describe, expect, test } from 'vitest'
import {
  boardBlocks,
  boardDay,
  boardSpan,
  stillOnBoard,
  withParties,
  type BoardMeeting,
} from './room-board.ts'
import { minutesUntil, roomAt } from './room-state.ts'
import { wallInstant } from './wall-instant.ts'

const DATE = '2026-11-20'

const meeting = (range: string, party = 1, title = '공급 협의', name = '박지민') => ({
  time_range: range.replace('-', ' ~ '),
  status: 'APPROVED',
  party,
  visitor: { title, name },
})

/** A room that is open all day. */
const ALL_DAY = [{ time: '00:00', end_time: '24:00' }]

const WORDS = {
  available: 'AVAILABLE',
  in_use: 'IN_USE',
  starting_soon: 'STARTING',
  end_soon: 'ENDING',
  closed: 'CLOSED',
}

/** The board at a wall time, in short: its status and the visitor that it shows. */
const at = (time: string, meetings: readonly BoardMeeting[], date = DATE) => {
  const [clock, seconds = '0'] = time.split('+')
  const now = wallInstant(date, clock!) + Number(seconds) * 1_000
  const day = boardDay(date, { time_slots: ALL_DAY, reservations: meetings })
  const { board, meeting: shown } = roomAt(day, now)
  return shown ? `${WORDS[board]} ${shown.start_time}-${shown.end_time}` : WORDS[board]
}

describe('one meeting from 10:00 to 10:30', () => {
  test.each([
    ['09:00', 'AVAILABLE 10:00-10:30'],
    ['09:49+59', 'AVAILABLE 10:00-10:30'],
    ['09:50', 'STARTING 10:00-10:30'],
    ['09:59+59', 'STARTING 10:00-10:30'],
    ['10:00', 'IN_USE 10:00-10:30'],
    ['10:24+59', 'IN_USE 10:00-10:30'],
    ['10:25', 'ENDING 10:00-10:30'],
    ['10:29+59', 'ENDING 10:00-10:30'],
    ['10:30', 'AVAILABLE'],
    ['18:00', 'AVAILABLE'],
  ])('at %s the board says %s', (time, said) => {
    expect(at(time, [meeting('10:00-10:30')])).toBe(said)
  })
})

describe('two meetings back to back', () => {
  const two = [meeting('10:00-10:30'), meeting('10:30-10:40', 2, '시연', '김도윤')]
  test.each([
    ['10:20', 'IN_USE 10:00-10:30'],
    // It still takes place: that it ends wins over what comes.
    ['10:25', 'ENDING 10:00-10:30'],
    ['10:30', 'IN_USE 10:30-10:40'],
    ['10:34+59', 'IN_USE 10:30-10:40'],
    ['10:35', 'ENDING 10:30-10:40'],
    ['10:40', 'AVAILABLE'],
  ])('at %s the board says %s', (time, said) => {
    expect(at(time, two)).toBe(said)
  })
})

describe('meetings still on the board', () => {
  const timed = (range: string, party: number) => {
    const [from, to] = range.split('-') as [string, string]
    const times = { starts_at: wallInstant(DATE, from), ends_at: wallInstant(DATE, to) }
    return { range, party, ...times }
  }
  const day = [
    timed('09:00-09:10', 1),
    timed('10:00-10:30', 2),
    timed('10:30-11:00', 2),
    timed('11:00-11:10', 3),
    timed('11:20-11:30', 3),
  ]
  test.each([
    ['08:00', ['09:00-09:10', '10:00-10:30', '10:30-11:00', '11:00-11:10', '11:20-11:30']],
    ['09:10', ['10:00-10:30', '10:30-11:00', '11:00-11:10', '11:20-11:30']],
    // The first half is over, the meeting is not.
    ['10:30', ['10:00-10:30', '10:30-11:00', '11:00-11:10', '11:20-11:30']],
    ['11:00', ['11:00-11:10', '11:20-11:30']],
    // After a gap it is another meeting, even of the same party.
    ['11:10', ['11:20-11:30']],
    ['11:30', []],
  ])('at %s: %j', (time, ranges) => {
    expect(stillOnBoard(day, wallInstant(DATE, time)).map(({ range }) => range)).toEqual(ranges)
  })
})

describe('two adjacent reservations of one visitor group are one block', () => {
  const joined = [meeting('10:10-10:30'), meeting('10:00-10:10')]
  test.each([
    ['10:06', 'IN_USE 10:00-10:30'],
    ['10:10', 'IN_USE 10:00-10:30'],
    ['10:25', 'ENDING 10:00-10:30'],
  ])('at %s the board says %s', (time, said) => {
    expect(at(time, joined)).toBe(said)
  })

  test.each([
    ['another party, whatever is shown of it', meeting('10:10-10:30', 2)],
    ['a gap between', meeting('10:20-10:30')],
  ])('but not with %s', (_what, second) => {
    expect(boardBlocks(DATE, [meeting('10:00-10:10'), second])).toHaveLength(2)
  })
})

describe('an answer with the fields of the specification alone', () => {
  const { party: _, ...plain } = meeting('10:00-10:10')
  const visitor = { title: '시연', name: '김도윤' }
  const answer = {
    time_slots: [{ time: '10:00' }, { time: '10:10' }, { time: '10:40' }],
    reservations: [
      plain,
      { ...plain, time_range: '10:10 ~ 10:20' },
      { ...plain, time_range: '10:20 ~ 10:30', visitor },
      { ...plain, time_range: '10:40 ~ 10:50', status: 'PENDING' },
    ],
  }
  const day = boardDay(DATE, answer)

  test('has slots of ten minutes, and approved meetings that are merged by title and name', () => {
    expect(day.slots.map(({ starts_at, ends_at }) => (ends_at - starts_at) / 60_000)).toEqual([10, 10, 10])
    expect(day.meetings.map((each) => `${each.start_time}-${each.end_time} ${each.title}`)).toEqual([
      '10:00-10:20 공급 협의',
      '10:20-10:30 시연',
    ])
  })

  test.each([
    ['09:49', 'available', '10:40'],
    ['09:50', 'starting_soon', '10:00'],
    ['10:14', 'in_use', '10:20'],
    ['10:15', 'end_soon', '10:20'],
    ['10:30', 'available', '10:40'],
    ['10:41', 'available', '10:50'],
  ])('at %s the board is %s until %s', (time, board, until) => {
    expect(roomAt(day, wallInstant(DATE, time))).toMatchObject({ board, until: wallInstant(DATE, until) })
  })
})

test('a ten-minute meeting is in use for five minutes, then ending soon', () => {
  const short = [meeting('10:00-10:10')]
  expect(['10:00', '10:04+59', '10:05', '10:10'].map((time) => at(time, short))).toEqual([
    'IN_USE 10:00-10:10',
    'IN_USE 10:00-10:10',
    'ENDING 10:00-10:10',
    'AVAILABLE',
  ])
})

test('a meeting ended early disappears and its room is free at once', () => {
  expect(at('10:12', [meeting('10:00-10:40')])).toBe('IN_USE 10:00-10:40')
  expect(at('10:12', [])).toBe('AVAILABLE')
})

describe('visitor groups', () => {
  const numbers = (...meetings: [title: string, name: string][]) =>
    withParties(meetings.map(([title, name]) => ({ title, name }))).map(({ party }) => party)

  test('are numbered in input order, equal for the same title and name', () => {
    expect(numbers(['협의', '박지민'], ['협의', '박지훈'], ['협의', '박지민'], ['시연', '박지민'])).toEqual([
      1, 2, 1, 3,
    ])
  })

  test('are not confused if title and name concatenate alike', () => {
    expect(numbers(['가', '나다'], ['가나', '다'])).toEqual([1, 2])
  })

  test('with equal masked names stay two meetings', () => {
    const hidden = [meeting('10:00-10:10', 1, '', ''), meeting('10:10-10:20', 2, '', '')]
    expect(boardBlocks(DATE, hidden)).toHaveLength(2)
    expect(boardBlocks(DATE, [hidden[0]!, { ...hidden[1]!, party: 1 }])).toHaveLength(1)
  })
})

describe('midnight', () => {
  const late = [meeting('23:30-24:00')]
  test('a meeting until 24:00 is in use and ends with its day', () => {
    expect(at('23:54+59', late)).toBe('IN_USE 23:30-24:00')
    expect(at('23:55', late)).toBe('ENDING 23:30-24:00')
    expect(at('24:00', late)).toBe('AVAILABLE')
  })
})

describe('the nights on which the clock changes', () => {
  test('in spring a meeting across the skipped hour keeps its booked length', () => {
    // 01:30 and half an hour: the wall then reads 03:00.
    const night = [meeting('01:30-03:00')]
    expect(at('01:54+59', night, '2026-03-29')).toBe('IN_USE 01:30-03:00')
    expect(at('01:55', night, '2026-03-29')).toBe('ENDING 01:30-03:00')
    expect(at('03:00', night, '2026-03-29')).toBe('AVAILABLE')
  })

  test('in autumn a meeting into the repeated hour ends after its start', () => {
    const [block] = boardBlocks('2026-10-25', [meeting('02:50-02:15')])
    expect((block!.ends_at - block!.starts_at) / 60_000).toBe(25)
  })
})

test.each([
  ['a day that ends early', [{ time: '09:00', end_time: '09:10' }], '09:00', '19:10'],
  ['a day that goes on', [{ time: '09:00', end_time: '20:00' }], '09:00', '20:00'],
  [
    'slots in any order',
    [
      { time: '11:00', end_time: '11:10' },
      { time: '08:30', end_time: '08:40' },
    ],
    '08:30',
    '19:10',
  ],
])('%s is drawn from its first slot to 19:10 at least', (_day, slots, from, to) => {
  const day = boardDay(DATE, { time_slots: slots, reservations: [] })
  expect(boardSpan(DATE, day.slots)).toEqual({ from: wallInstant(DATE, from), to: wallInstant(DATE, to) })
})

test.each([
  [0, 0],
  [1, 1],
  [60_000, 1],
  [60_001, 2],
  [-5, 0],
])('%i ms before it, %i minutes are left', (ms, minutes) => {
  expect(minutesUntil(1_000_000, 1_000_000 - ms)).toBe(minutes)
})
