import { describe, expect, test } from 'vitest'
import type { BookingRequest } from './booking.ts'
import { checkMove, lossForMove } from './moving.ts'
import type { Status } from './reservation.ts'

const at = (time: string) => Date.parse(`2026-11-20T${time}:00+01:00`)
const EARLY = at('08:00')
const NO_TIER = { is_vip: false, is_vvip: false }

/** A meeting from 10:00 to 10:20 in room 1, which holds slots 1 and 2. */
const meeting = (status: Status = 'APPROVED') => ({
  kind: 'GROUP_MEETING' as const,
  status,
  starts_at: at('10:00'),
  ends_at: at('10:20'),
  held: [
    { id: 1, starts_at: at('10:00') },
    { id: 2, starts_at: at('10:10') },
  ],
})

const TIMES = ['10:00', '10:10', '10:20', '10:30', '10:40']
const slot = (id: number, time: string, place_id: number, more = {}) => ({
  id,
  place_id,
  event_date_id: 1,
  time,
  end_time: TIMES[TIMES.indexOf(time) + 1]!,
  duration: 10,
  starts_at: at(time),
  is_locked: false,
  is_held: false,
  ...more,
})
const request = (slots: ReturnType<typeof slot>[], more: Partial<BookingRequest> = {}): BookingRequest => ({
  wanted: slots.length,
  slots,
  event_date_id: 1,
  place_id: slots[0]!.place_id,
  place_tier: NO_TIER,
  member: NO_TIER,
  count: 3,
  most_visitors: 8,
  ...more,
})

const own = [slot(1, '10:00', 1, { is_held: true }), slot(2, '10:10', 1, { is_held: true })]
const next = slot(3, '10:20', 1)
const beside = [slot(11, '10:00', 2), slot(12, '10:10', 2)]

describe('an administrator can move a reservation', () => {
  test.each([
    ['PENDING', '10:19', true],
    ['APPROVED', '10:19', true],
    ['CANCEL_REQUESTED', '10:19', true],
    ['PENDING', '10:20', false],
    ['APPROVED', '10:20', false],
    ['CANCEL_REQUESTED', '10:20', false],
    ['COMPLETED', '08:00', false],
    ['REJECTED', '08:00', false],
    ['CANCELLED', '08:00', false],
  ] as const)('%s at %s: %s', (status, time, can) => {
    expect(checkMove(meeting(status), request(beside), at(time)) === 'over').toBe(!can)
  })
})

describe('the new time of a moved reservation', () => {
  test('may overlap the old one: ten minutes later', () => {
    expect(checkMove(meeting(), request([own[1]!, next]), EARLY)).toBeNull()
  })

  test('may include its own locked slot, but no other locked one', () => {
    const locked = { ...own[1]!, is_locked: true }
    expect(checkMove(meeting(), request([locked, next]), EARLY)).toBeNull()
    expect(checkMove(meeting(), request([own[1]!, { ...next, is_locked: true }]), EARLY)).toBe('slot_locked')
  })

  test('may be shorter or longer', () => {
    expect(checkMove(meeting(), request([own[0]!]), EARLY)).toBeNull()
    expect(checkMove(meeting(), request([...own, next]), EARLY)).toBeNull()
  })

  test('must differ from the old one', () => {
    expect(checkMove(meeting(), request(own.toReversed()), EARLY)).toBe('unchanged')
  })

  test('must be free, gapless, large enough and within the tier', () => {
    expect(checkMove(meeting(), request([{ ...next, is_held: true }]), EARLY)).toBe('slot_taken')
    expect(checkMove(meeting(), request([own[0]!, next]), EARLY)).toBe('not_consecutive')
    expect(checkMove(meeting(), request(beside, { most_visitors: 2 }), EARLY)).toBe('party_size')
    const vip = { place_tier: { is_vip: true, is_vvip: false } }
    expect(checkMove(meeting(), request(beside, vip), EARLY)).toBe('tier_required')
    expect(checkMove(meeting(), request(beside, { ...vip, overrules_tier: true }), EARLY)).toBeNull()
  })

  test('must not begin in the past', () => {
    expect(checkMove(meeting(), request([next]), at('10:20') - 60_000)).toBeNull()
    expect(checkMove({ ...meeting(), ends_at: at('10:40') }, request([next]), at('10:20'))).toBe('past_time')
  })
})

describe('a reservation that has begun', () => {
  const during = at('10:05')

  test('can change its room at the same time', () => {
    expect(checkMove(meeting(), request(beside), during)).toBeNull()
  })

  test('can be extended', () => {
    expect(checkMove(meeting(), request([...own, next]), during)).toBeNull()
  })

  test('cannot take another time that has begun', () => {
    const later = { ...meeting(), held: [{ id: 2, starts_at: at('10:10') }] }
    expect(checkMove(later, request(beside), during)).toBe('past_time')
  })
})

test.each([
  ['its own', own[0]!, null],
  ['free', next, null],
  ['held by somebody else', { ...next, is_held: true }, 'taken'],
  ['locked', { ...next, is_locked: true }, 'locked'],
  ['begun', slot(9, '10:30', 1, { starts_at: EARLY }), 'past'],
])('a slot that is %s prevents the move: %j', (_what, one, loss) => {
  expect(lossForMove(one, meeting().held, EARLY)).toBe(loss)
})
