import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf } from './madrid-time.ts'
import { MAX_OFFERS, nearestFree, type Wanted } from './nearest-free.ts'
import { isConsecutive } from './booking.ts'
import { isPast, minutesOf } from './slot.ts'

const DATE = '2026-11-21'
const EARLY = instantOf(DATE, '08:00')!
const NORMAL = { is_vip: false, is_vvip: false }
const VIP = { is_vip: true, is_vvip: false }
const VVIP = { is_vip: true, is_vvip: true }

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

type Fate = 'free' | 'held' | 'locked'

const makeSlot = (id: number, time: string, duration: number, fate: Fate = 'free') => ({
  id,
  time,
  end_time: clock(minutesOf(time) + duration),
  duration,
  is_locked: fate === 'locked',
  reservation: fate === 'held' ? { status: 'PENDING' } : null,
})

/** A room from 10:00 in slots of ten minutes: `.` free, `x` held, `#` locked, a space a gap. */
function makeRoom(id: number, day: string, tier = NORMAL, most_visitors = 8) {
  const fates: Record<string, Fate> = { '.': 'free', x: 'held', '#': 'locked' }
  const slots = day
    .split('')
    .flatMap((sign, i) => (fates[sign] ? [makeSlot(id * 100 + i, clock(600 + i * 10), 10, fates[sign])] : []))
  return { id, ...tier, most_visitors, slots }
}

const makeDocent = (id: number, times: readonly string[], tier = NORMAL, language = '한국어') => ({
  id,
  ...tier,
  language,
  most_visitors: 30,
  slots: times.map((time, i) => makeSlot(id * 100 + i, time, 25)),
})

const wanted = (part: Partial<Wanted> = {}): Wanted => ({
  place_id: 1,
  time: '10:30',
  minutes: 10,
  count: 2,
  member: NORMAL,
  ...part,
})

/** Offers as `room start~end`. */
const offers = (places: Parameters<typeof nearestFree>[0], ask: Partial<Wanted> = {}, now: number = EARLY) =>
  nearestFree(places, wanted(ask), DATE, now).map(
    ({ place, slots }) => `${place.id} ${slots[0]!.time}~${slots.at(-1)!.end_time}`,
  )

test.each([
  [
    'the nearest first, of two as near the later',
    '...x...',
    10,
    ['1 10:40~10:50', '1 10:20~10:30', '1 10:50~11:00'],
  ],
  ['not what is held or locked', '..xx#..', 10, ['1 10:50~11:00', '1 10:10~10:20', '1 11:00~11:10']],
  ['a run of the same length', '..xx...', 20, ['1 10:40~11:00', '1 10:50~11:10', '1 10:00~10:20']],
  ['no run over a gap', '.. x. ...', 20, ['1 11:00~11:20', '1 10:00~10:20', '1 11:10~11:30']],
  ['no run longer than what is free', '..x..x..', 30, []],
  [
    'not the wanted time itself, should it look free',
    '......',
    10,
    ['1 10:40~10:50', '1 10:20~10:30', '1 10:50~11:00'],
  ],
] as const)('in the same room: %s', (_, day, minutes, expected) => {
  expect(offers([makeRoom(1, day)], { minutes })).toEqual(expected)
})

test.each([
  [
    'the same time in another room comes first, then the same room, however far, then others',
    ['xxxxxxxx.', '........'],
    {},
    ['2 10:30~10:40', '1 11:20~11:30', '2 10:40~10:50'],
  ],
  [
    'the same time is free as a run of the same length, or it is not the same',
    ['xxxx..', 'xxx.x.', 'xxxx..'],
    { minutes: 20 },
    ['1 10:40~11:00', '3 10:40~11:00'],
  ],
  [
    'never more than three, one of them of the wanted room',
    ['.......', '....', '....', '....', '....'],
    {},
    ['2 10:30~10:40', '3 10:30~10:40', '1 10:40~10:50'],
  ],
  [
    'three at the same time where the wanted room has nothing',
    ['xxxx', '....', '....', '....'],
    {},
    ['2 10:30~10:40', '3 10:30~10:40', '4 10:30~10:40'],
  ],
  ['others nearest in time, across rooms', ['xxxx', 'xxxx.', 'xx.x'], {}, ['2 10:40~10:50', '3 10:20~10:30']],
  [
    'another room may have the very time',
    ['xxxx', '...x', 'xxx.'],
    {},
    ['3 10:30~10:40', '2 10:20~10:30', '2 10:10~10:20'],
  ],
  ['nothing free, nothing offered', ['xxxx', '####'], {}, []],
] as const)('%s', (_, days, ask, expected) => {
  expect(
    offers(
      days.map((day, i) => makeRoom(i + 1, day)),
      ask,
    ),
  ).toEqual(expected)
})

test.each([
  ['normal', NORMAL, ['2']],
  ['VIP', VIP, ['2', '3']],
  ['VVIP', VVIP, ['2', '3', '4']],
])('a %s member sees only alternatives within the tier', (_, member, ids) => {
  const rooms = [
    makeRoom(1, 'xxxx'),
    makeRoom(2, 'xxx.'),
    makeRoom(3, 'xxx.', VIP),
    makeRoom(4, 'xxx.', VVIP),
  ]
  expect(offers(rooms, { member }).map((offer) => offer[0])).toEqual(ids)
})

test.each([
  [4, ['2', '3']],
  [5, ['3']],
  [13, []],
])('a group of %i sees only rooms with enough capacity', (count, ids) => {
  const rooms = [
    makeRoom(1, 'xxxx', NORMAL, 12),
    makeRoom(2, 'xxx.', NORMAL, 4),
    makeRoom(3, 'xxx.', NORMAL, 12),
  ]
  expect(offers(rooms, { count }).map((offer) => offer[0])).toEqual(ids)
})

test('past times are no alternatives', () => {
  expect(offers([makeRoom(1, '...x.')], {}, instantOf(DATE, '10:10')!)).toEqual([
    '1 10:40~10:50',
    '1 10:20~10:30',
  ])
  expect(offers([makeRoom(1, '...x.')], {}, instantOf(DATE, '10:20')!)).toEqual(['1 10:40~10:50'])
})

test("a tour's alternative is any single slot, also of another docent", () => {
  const docents = [
    makeDocent(1, ['10:30', '11:30']),
    makeDocent(2, ['10:00', '10:30']),
    makeDocent(3, ['10:30'], VIP),
  ]
  expect(offers(docents, { minutes: null })).toEqual(['2 10:30~10:55', '1 11:30~11:55', '2 10:00~10:25'])
})

test('at the same time, docents of the same language come first', () => {
  const docents = [
    makeDocent(1, ['11:30'], NORMAL, 'English'),
    makeDocent(2, ['10:30'], NORMAL, '한국어'),
    makeDocent(3, ['10:30'], NORMAL, 'English'),
  ]
  const ask = { minutes: null, language: 'English' }
  expect(offers(docents, ask)).toEqual(['3 10:30~10:55', '2 10:30~10:55', '1 11:30~11:55'])
  expect(offers(docents.slice(0, 2), ask)).toEqual(['2 10:30~10:55', '1 11:30~11:55'])
})

const fate = fc.constantFrom<Fate>('free', 'held', 'locked')
const tier = fc.constantFrom(NORMAL, VIP, VVIP)
const day = fc.array(
  fc.record({ fate, gap: fc.constantFrom(0, 0, 0, 10), duration: fc.constantFrom(10, 10, 20) }),
  {
    maxLength: 16,
  },
)

const rooms = fc
  .array(fc.record({ day, tier, most_visitors: fc.integer({ min: 1, max: 12 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((all) =>
    all.map((room, i) => {
      let minute = 540
      const slots = room.day.map(({ fate, gap, duration }, at) => {
        const slot = makeSlot(i * 100 + at + 1, clock(minute + gap), duration, fate)
        minute += gap + duration
        return slot
      })
      return { id: i + 1, ...room.tier, most_visitors: room.most_visitors, slots }
    }),
  )

test('whatever the day: at most three, all of them free, ahead, gapless, as long as wanted, the same time before the same room, nearer ones before farther ones', () => {
  fc.assert(
    fc.property(
      rooms,
      fc.integer({ min: 0, max: 24 }),
      fc.constantFrom(10, 20, 30, 40),
      fc.integer({ min: 480, max: 800 }),
      tier,
      fc.integer({ min: 1, max: 12 }),
      (places, start, minutes, minute, member, count) => {
        const ask = wanted({ time: clock(540 + start * 10), minutes, member, count })
        const now = instantOf(DATE, clock(minute))!
        const found = nearestFree(places, ask, DATE, now)
        expect(found.length).toBeLessThanOrEqual(MAX_OFFERS)
        for (const { place, slots } of found) {
          expect(slots.some((slot) => slot.is_locked || slot.reservation !== null)).toBe(false)
          expect(slots.some((slot) => isPast(DATE, slot.time, now))).toBe(false)
          expect(isConsecutive(slots)).toBe(true)
          expect(slots.reduce((sum, slot) => sum + slot.duration, 0)).toBe(minutes)
          expect(place.most_visitors).toBeGreaterThanOrEqual(count)
        }
        const away = found.map(({ place, slots }) => {
          const minutes = Math.abs(minutesOf(slots[0]!.time) - minutesOf(ask.time))
          return { rank: minutes === 0 ? 'a' : place.id === ask.place_id ? 'b' : 'c', minutes }
        })
        for (const [i, next] of away.slice(1).entries()) {
          const before = away[i]!
          expect(before.rank <= next.rank).toBe(true)
          if (before.rank === next.rank) expect(before.minutes).toBeLessThanOrEqual(next.minutes)
        }
        expect(new Set(found.map(({ slots }) => slots[0]!.id)).size).toBe(found.length)
      },
    ),
  )
})
