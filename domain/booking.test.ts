import { describe, expect, test } from 'vitest'
import {
  checkMeetingBooking,
  checkPartySize,
  checkTourBooking,
  isPartySize,
  TOUR_MAX_VISITORS,
  type BookableSlot,
  type BookingLimit,
  type BookingProblem,
} from './booking.ts'

const at = (iso: string) => Date.parse(iso)
const EARLY = at('2026-11-21T08:00+01:00')

const room = { id: 7, size: 8, is_vip: false, is_vvip: false }
const docentTier = { is_vip: false, is_vvip: false }
const normal = { is_vip: false, is_vvip: false }
const vip = { is_vip: true, is_vvip: false }

const slot = (id: number, time: string, end_time: string): BookableSlot => ({
  id,
  place_id: room.id,
  event_date_id: 3,
  time,
  end_time,
  duration: 10,
  starts_at: at(`2026-11-21T${time}+01:00`),
  is_locked: false,
  is_held: false,
})

/** 10:00 to 10:30 in room 7 on date 3, for four people. */
const meeting = () => ({
  wanted: 3,
  slots: [slot(1, '10:00', '10:10'), slot(2, '10:10', '10:20'), slot(3, '10:20', '10:30')],
  event_date_id: 3,
  room: { ...room },
  member: { ...normal },
  count: 4,
  window: { opens_at: null as number | null, closes_minutes: 30 },
  now: EARLY,
})
type Meeting = ReturnType<typeof meeting>
const checkMeeting = ({ now, ...request }: Meeting) => checkMeetingBooking(request, now)

/** Every way to break a rule of a meeting request, in the order in which the rules are checked. */
const breaks: [string, BookingProblem, (request: Meeting) => void][] = [
  ['one of its slots does not exist', 'unknown_slot', (r) => (r.wanted += 1)],
  ['a slot is in another room', 'wrong_place', (r) => (r.slots[1]!.place_id = 8)],
  ['a slot is on another date', 'wrong_date', (r) => (r.slots[1]!.event_date_id = 4)],
  ['there is a gap', 'not_consecutive', (r) => (r.slots[1]!.end_time = '10:15')],
  ['nobody comes', 'party_size', (r) => (r.count = 0)],
  ['the room is for VIP members', 'tier_required', (r) => (r.room.is_vip = true)],
  ['it has begun', 'past_time', (r) => (r.now = at('2026-11-21T10:00+01:00'))],
  ['booking is not open yet', 'not_open', (r) => (r.window.opens_at = EARLY + 1)],
  ['a slot is reserved', 'slot_taken', (r) => (r.slots[2]!.is_held = true)],
  ['a slot is locked', 'slot_locked', (r) => (r.slots[0]!.is_locked = true)],
]

describe('a meeting request', () => {
  test('is accepted if it breaks no rule', () => {
    expect(checkMeeting(meeting())).toBeNull()
  })

  test.each(breaks)('%s: %s', (_what, problem, breakIt) => {
    const request = meeting()
    breakIt(request)
    expect(checkMeeting(request)).toBe(problem)
  })

  test.each(breaks.map(([what, problem], i) => [what, problem, i] as const))(
    '%s, with all later rules broken too: %s',
    (_what, problem, i) => {
      const request = meeting()
      for (const [, , breakIt] of breaks.slice(i)) breakIt(request)
      expect(checkMeeting(request)).toBe(problem)
    },
  )

  test.each<[string, (request: Meeting) => void, BookingProblem | null]>([
    ['no slot at all', (r) => Object.assign(r, { wanted: 0, slots: [] }), 'unknown_slot'],
    ['one slot', (r) => Object.assign(r, { wanted: 1, slots: r.slots.slice(0, 1) }), null],
    ['its slots in another order', (r) => r.slots.reverse(), null],
    [
      'the middle one left out',
      (r) => Object.assign(r, { wanted: 2, slots: [r.slots[0], r.slots[2]] }),
      'not_consecutive',
    ],
    ['all of another date than named', (r) => (r.event_date_id = 4), 'wrong_date'],
    ['all of another room than named', (r) => (r.room.id = 8), 'wrong_place'],
    ['as many people as the room seats', (r) => (r.count = 8), null],
    ['one more than the room seats', (r) => (r.count = 9), 'party_size'],
    ['one and a half people', (r) => (r.count = 1.5), 'party_size'],
    [
      'a VIP room and a VIP member',
      (r) => Object.assign(r, { member: vip, room: { ...room, ...vip } }),
      null,
    ],
    [
      'a VVIP room and a VIP member',
      (r) => Object.assign(r, { member: vip, room: { ...room, is_vip: true, is_vvip: true } }),
      'tier_required',
    ],
    [
      'a VVIP room and a normal member whom an administrator lets in',
      (r) => Object.assign(r, { overrules_tier: true, room: { ...room, is_vip: true, is_vvip: true } }),
      null,
    ],
    ['a second before booking closes', (r) => (r.now = at('2026-11-21T09:29:59+01:00')), null],
    ['when booking closes', (r) => (r.now = at('2026-11-21T09:30+01:00')), 'booking_closed'],
    ['when booking opens', (r) => (r.window.opens_at = EARLY), null],
    [
      'when its last slot has not begun but its first has',
      (r) => (r.now = at('2026-11-21T10:05+01:00')),
      'past_time',
    ],
    ['when all is over', (r) => (r.now = at('2026-11-22T10:00+01:00')), 'past_time'],
  ])('%s', (_what, change, problem) => {
    const request = meeting()
    change(request)
    expect(checkMeeting(request)).toBe(problem)
  })
})

describe('a tour request', () => {
  const tour = () => ({
    slot: { ...slot(1, '10:00', '10:25'), place_id: 5 } as BookableSlot | undefined,
    event_date_id: 3,
    docent_tier: { ...docentTier },
    member: { ...normal },
    count: 30,
    now: EARLY,
  })
  type Tour = ReturnType<typeof tour>

  test.each<[string, (request: Tour) => void, BookingProblem | null]>([
    ['that breaks no rule', () => {}, null],
    ['for a slot that does not exist', (r) => (r.slot = undefined), 'unknown_slot'],
    ['for another date than its slot', (r) => (r.event_date_id = 4), 'wrong_date'],
    ['for one', (r) => (r.count = 1), null],
    ['for nobody', (r) => (r.count = 0), 'party_size'],
    ['for 31', (r) => (r.count = 31), 'party_size'],
    ['with a VIP docent', (r) => (r.docent_tier.is_vip = true), 'tier_required'],
    ['with a VIP docent, by a VIP member', (r) => Object.assign(r, { docent_tier: vip, member: vip }), null],
    [
      'with a VIP docent, by a normal member whom an administrator lets in',
      (r) => Object.assign(r, { docent_tier: vip, overrules_tier: true }),
      null,
    ],
    ['at its start', (r) => (r.now = at('2026-11-21T10:00+01:00')), 'past_time'],
    ['for a slot that is reserved', (r) => (r.slot!.is_held = true), 'slot_taken'],
    ['for a slot that is locked', (r) => (r.slot!.is_locked = true), 'slot_locked'],
    [
      'past and reserved',
      (r) => Object.assign(r, { slot: { ...r.slot, is_held: true }, now: at('2026-11-21T11:00+01:00') }),
      'past_time',
    ],
  ])('%s', (_what, change, problem) => {
    const { now, ...request } = ((r: Tour) => (change(r), r))(tour())
    expect(checkTourBooking(request, now)).toBe(problem)
  })
})

describe('what a member may book', () => {
  const limit: BookingLimit = { own: 4, most: 5, minutes: 330, most_minutes: 360, most_at_once: 30 }

  test.each<[string, Partial<BookingLimit>, BookingProblem | null]>([
    ['up to the last minute of a day', {}, null],
    ['not a minute more', { minutes: 331 }, 'too_much_time'],
    ['a meeting as long as one may be', { most_at_once: 30 }, null],
    ['no longer one', { most_at_once: 29 }, 'too_much_time'],
    ['not one reservation more', { own: 5, minutes: 331 }, 'too_many_reservations'],
  ])('%s', (_what, given, problem) => {
    expect(checkMeetingBooking({ ...meeting(), limit: { ...limit, ...given } }, EARLY)).toBe(problem)
  })

  test('a tour counts towards the day, however long one is', () => {
    const tour = {
      slot: { ...slot(1, '10:00', '10:25'), duration: 25 },
      event_date_id: 3,
      docent_tier: normal,
    }
    const check = (minutes: number) =>
      checkTourBooking(
        { ...tour, member: normal, count: 2, limit: { ...limit, minutes, most_at_once: null } },
        EARLY,
      )
    expect([check(335), check(336)]).toEqual([null, 'too_much_time'])
  })
})

test.each([
  [-1, false],
  [0, false],
  [1, true],
  [30, true],
  [31, false],
  [1.5, false],
  [Number.NaN, false],
  [Number.POSITIVE_INFINITY, false],
])('a tour for %d people: %s', (count, fits) => {
  expect(isPartySize(count, TOUR_MAX_VISITORS)).toBe(fits)
})

test.each([
  [0, 1, false],
  [1, 1, true],
  [2, 1, false],
  [8, 8, true],
  [9, 8, false],
  [999, 999, true],
])('%d people in a room for %d: %s', (count, size, fits) => {
  expect(isPartySize(count, size)).toBe(fits)
})

test.each([
  [-1, 'too_few'],
  [0, 'too_few'],
  [1, null],
  [1.5, 'too_few'],
  [Number.NaN, 'too_few'],
  [8, null],
  [9, 'too_many'],
])('%d people where eight may come: %s', (count, problem) => {
  expect(checkPartySize(count, 8)).toBe(problem)
})
