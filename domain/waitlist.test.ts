import { describe, expect, test } from 'vitest'
import type { BookableSlot, BookingLimit } from './booking.ts'
import type { BookingWindow } from './reservation.ts'
import { FLAGS_OF, type Tier } from './tier.ts'
import {
  checkJoining,
  checkTurn,
  chooseServed,
  inServingOrder,
  placeInLine,
  stateOf,
  type Candidate,
} from './waitlist.ts'

const NOW = Date.parse('2026-11-20T08:00:00Z')
const MINUTE = 60_000
const LIMIT: BookingLimit = { own: 0, most: 50, minutes: 0, most_minutes: 360, most_at_once: 180 }

type Given = {
  tier?: Tier
  since?: number
  slots?: number[]
  member?: number
  count?: number
  needs?: Tier
  size?: number
  date?: string
  has_other?: boolean
  limit?: Partial<BookingLimit>
  window?: Partial<BookingWindow>
}

/** An entry for slot 1 of a room for eight, unless something else is said. */
function entry(id: number, given: Given = {}): Candidate & { window: BookingWindow } {
  const {
    tier = 'normal',
    since = id,
    slots = [1],
    member = id,
    count = 3,
    needs = 'normal',
    size = 8,
    date = '2026-11-20',
    has_other = false,
    limit = {},
    window = {},
  } = given
  return {
    id,
    since,
    member: { id: member, ...FLAGS_OF[tier] },
    slot_ids: slots,
    place: { id: 7, ...FLAGS_OF[needs] },
    count,
    most_visitors: size,
    date,
    has_other,
    minutes: slots.length * 10,
    limit: { ...LIMIT, ...limit },
    window: { opens_at: null, closes_minutes: 0, ...window },
  }
}

/** Slots of ten minutes from 10:10 on, one after the other, by their numbers. */
const slot = (id: number, given: Partial<BookableSlot> = {}): [number, BookableSlot] => [
  id,
  {
    id,
    place_id: 7,
    event_date_id: 3,
    time: `10:${id}0`,
    end_time: `10:${id + 1}0`,
    duration: 10,
    starts_at: NOW + id * 10 * MINUTE,
    is_locked: false,
    is_held: false,
    ...given,
  },
]
const FREE = [slot(1), slot(2), slot(3)]
const served = (entries: (Candidate & { window: BookingWindow })[], slots = FREE, now = NOW) =>
  chooseServed(entries, new Map(slots), now).map(({ id }) => id)

test('VVIP come before VIP, then others; within a tier by waiting time, then by id', () => {
  const line = [
    entry(1, { since: 5 }),
    entry(2, { tier: 'VIP', since: 9 }),
    entry(3, { tier: 'VVIP', since: 9 }),
    entry(4, { tier: 'VIP', since: 2 }),
    entry(6, { since: 5 }),
    entry(5, { since: 5 }),
  ]
  expect(inServingOrder(line).map(({ id }) => id)).toEqual([3, 4, 2, 1, 5, 6])
})

test.each<[string, Candidate[], number]>([
  ['alone', [], 1],
  ['behind one who came first', [entry(1)], 2],
  ['before one who came later', [entry(10)], 1],
  ['behind one of a higher tier who came later', [entry(10, { tier: 'VIP' })], 2],
  ['whoever waits for another time does not count', [entry(1, { slots: [3] })], 1],
  ['whoever needs one of the times does', [entry(1, { slots: [2, 3] })], 2],
  ['its own entry is not counted twice', [entry(9, { slots: [1, 2] }), entry(1)], 2],
])('the waiting list position: %s', (_what, others, place) => {
  expect(placeInLine(entry(9, { slots: [1, 2] }), others)).toBe(place)
})

describe('served entries', () => {
  test('only the first entry gets the time', () => {
    expect(served([entry(2), entry(1), entry(3)])).toEqual([1])
  })

  test('all entries with free slots are served', () => {
    const line = [entry(1, { slots: [1, 2] }), entry(2, { slots: [2] }), entry(3, { slots: [3] })]
    expect(served(line)).toEqual([1, 3])
  })

  test.each<[string, Given, typeof FREE?]>([
    ['one of its times is held', { slots: [1, 2] }, [slot(1), slot(2, { is_held: true })]],
    ['one of its times is locked', { slots: [1, 2] }, [slot(1), slot(2, { is_locked: true })]],
    ['one of its times is gone', { slots: [1, 2] }, [slot(1)]],
    ['the tier is too low', { needs: 'VIP' }],
    ['the party is too large', { count: 9 }],
    ['the member has an approved reservation at that time', { has_other: true }],
    ['the member has enough reservations', { limit: { own: 50 } }],
    ['the member has enough time', { limit: { minutes: 351 } }],
    ['the meeting is too long', { limit: { most_at_once: 9 } }],
    ['booking has closed', { window: { closes_minutes: 10 } }],
    ['booking is not open yet', { window: { opens_at: NOW + 1 } }],
  ])('the next entry is served where %s', (_why, given, slots) => {
    expect(served([entry(1, given), entry(2)], slots)).toEqual([2])
  })

  test('no entry is served after the start', () => {
    expect(served([entry(1)], FREE, NOW + 10 * MINUTE - 1)).toEqual([1])
    expect(served([entry(1)], FREE, NOW + 10 * MINUTE)).toEqual([])
  })

  test('of two entries of one member the first, and nobody else gets the time of the second yet', () => {
    const line = [
      entry(1, { member: 8 }),
      entry(2, { member: 8, slots: [2] }),
      entry(3, { slots: [2] }),
      entry(4, { slots: [3] }),
    ]
    expect(served(line)).toEqual([1, 4])
  })
})

test.each<[string, Given, ReturnType<typeof checkTurn>]>([
  ['nothing is in the way', {}, null],
  ['tier', { needs: 'VVIP', tier: 'VIP' }, 'tier_required'],
  ['size', { size: 2 }, 'party_size'],
  ['another reservation', { has_other: true }, 'has_other'],
  ['reservations', { limit: { own: 50 } }, 'too_many_reservations'],
  ['time', { limit: { minutes: 351 } }, 'too_much_time'],
])('the reason to skip an entry: %s', (_what, given, problem) => {
  expect(checkTurn(entry(1, given))).toBe(problem)
})

test.each<[string, Partial<Parameters<typeof stateOf>[0]> & Partial<BookingWindow>, number, string]>([
  ['it waits', {}, NOW - 1, 'waiting'],
  ['its time begins', {}, NOW, 'expired'],
  ['booking of its time closes in a minute', { closes_minutes: 30 }, NOW - 31 * MINUTE, 'waiting'],
  ['booking of its time closes', { closes_minutes: 30 }, NOW - 30 * MINUTE, 'expired'],
  ['a slot was deleted', { lacks_slots: true }, NOW - 1, 'time_deleted'],
  ['the member has it already', { holds_own: true }, NOW - 1, 'booked'],
  ['its time begins, and the member has it', { holds_own: true }, NOW, 'booked'],
  ['it was served', { outcome: 'served' as const }, NOW + 1, 'served'],
  ['it was left', { outcome: 'left' as const, lacks_slots: true }, NOW - 1, 'left'],
])('the state of an entry: %s', (_what, { closes_minutes = 0, ...given }, now, state) => {
  const window = { opens_at: null, closes_minutes }
  const facts = { outcome: null, starts_at: NOW, lacks_slots: false, holds_own: false, window }
  expect(stateOf({ ...facts, ...given }, now)).toBe(state)
})

describe('joining the waiting list', () => {
  const facts = {
    is_free: false,
    is_own: false,
    is_waiting: false,
    waiting: 4,
    most_entries: 5,
    minutes: 10,
    limit: LIMIT,
  }
  test.each([
    ['anybody whose time is taken', {}, null],
    ['nobody where the time is free', { is_free: true, most_entries: 0 }, 'slot_free'],
    ['nobody who has it', { is_own: true, most_entries: 0 }, 'already_reserved'],
    ['nobody where it is switched off', { most_entries: 0 }, 'waitlist_off'],
    ['nobody twice', { is_waiting: true, waiting: 5 }, 'already_waiting'],
    ['nobody with as many as one may have', { waiting: 5 }, 'too_many_entries'],
    ['nobody who may not book any more', { limit: { ...LIMIT, own: 50 } }, 'too_many_reservations'],
    ['nobody who has booked the day', { limit: { ...LIMIT, minutes: 351 } }, 'too_much_time'],
  ] as const)('%s', (_who, given, problem) => {
    expect(checkJoining({ ...facts, ...given })).toBe(problem)
  })
})
