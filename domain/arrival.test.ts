import { describe, expect, test } from 'vitest'
import {
  areNoShowsKnown,
  arrivalAddress,
  arrivalMoment,
  atPress,
  checkArrival,
  codeIn,
  CODE_SIGNS,
  isNoShow,
  isOfTheHour,
  keepsArrival,
  presenceOf,
  spacedCode,
} from './arrival.ts'
import { instantOf } from './madrid-time.ts'
import type { Status } from './reservation.ts'

const MINUTE = 60_000
const start = instantOf('2026-11-20', '10:00')!
const facts = (status: Status = 'APPROVED', arrived_at: number | null = null) => ({
  kind: 'VIP_TOUR' as const,
  status,
  starts_at: start,
  ends_at: start + 25 * MINUTE,
  arrived_at,
})

test('a code has no characters that are easily confused', () => {
  expect(CODE_SIGNS).toHaveLength(32)
  expect(new Set(CODE_SIGNS).size).toBe(32)
  expect(CODE_SIGNS).not.toMatch(/[01IOa-z]/)
})

test.each([
  ['K7M2QX', 'K7M2QX'],
  [' k7m 2qx ', 'K7M2QX'],
  ['k7m-2qx', 'K7M2QX'],
  ['Ｋ７ｍ　２Ｑｘ', 'K7M2QX'],
  ['https://stand.example.com/admin/arrivals?code=K7M2QX', 'K7M2QX'],
  ['http://10.0.0.4:3000/admin/arrivals?code=k7m2qx&x=1', 'K7M2QX'],
  // Typed while the keyboard was switched to Hangul, by hand or by a scanner.
  ['5ㅋㅅㅇ22', '5ZTD22'],
  ['ㅏ7ㅡ2ㅂㅌ', 'K7M2QX'],
  ['사2머3', 'TK2AJ3'],
  ['사2머', null],
  ['ㅗㅅ셰://ㄴㅅ뭉.ㄷㅌ므ㅔㅣㄷ/ㅁㅇㅡㅑㅜ/ㅁㄱㄱㅑㅍ밌?채ㅇㄷ=ㅏ7ㅡ2ㅃㅌ', 'K7M2QX'],
  ['K7M2Q', null],
  ['K7M2QXA', null],
  ['K7M2Q0', null],
  ['박지민', null],
  ['https://elsewhere.example.com/', null],
])('in %j the code is %j', (text, code) => expect(codeIn(text)).toBe(code))

test('a scanned address contains the code, which is displayed in two halves', () => {
  expect(codeIn(arrivalAddress('https://stand.example.com', 'K7M2QX'))).toBe('K7M2QX')
  expect(spacedCode('K7M2QX')).toBe('K7M 2QX')
})

test.each([
  ['PENDING', 0, 'not_approved'],
  ['APPROVED', -120, null],
  ['APPROVED', 0, null],
  ['APPROVED', 24, null],
  ['APPROVED', 25, 'over'],
  ['APPROVED', -24 * 60, 'other_day'],
  ['CANCEL_REQUESTED', 0, 'cancel_requested'],
  ['COMPLETED', 0, 'over'],
  ['REJECTED', 0, 'called_off'],
  ['CANCELLED', 0, 'called_off'],
] as const)('%s, %i minutes after its start: the problem is %s', (status, minutes, problem) =>
  expect(checkArrival(facts(status), start + minutes * MINUTE)).toBe(problem),
)

test('a visitor arrives once; a cancelled reservation is reported as cancelled', () => {
  expect(checkArrival(facts('APPROVED', start), start + 1)).toBe('already_arrived')
  expect(checkArrival(facts('COMPLETED', start), start + 90 * MINUTE)).toBe('already_arrived')
  expect(checkArrival(facts('CANCELLED', start), start + 1)).toBe('called_off')
})

test('an arrival pressed before the end counts, even if it is sent after it', () => {
  const end = start + 20 * MINUTE
  const problemAt = (at: number) => checkArrival(atPress(facts('COMPLETED'), end, at), at)
  expect(problemAt(end - 1)).toBeNull()
  expect(problemAt(end)).toBe('over')
  expect(atPress(facts('CANCELLED'), end, start).status).toBe('CANCELLED')
})

test.each([
  ['a moment ago', -MINUTE, -MINUTE],
  ['while the network was gone for an hour', -60 * MINUTE, -60 * MINUTE],
  ['yesterday, by a tablet that was closed', -24 * 60 * MINUTE, -24 * 60 * MINUTE],
  ['four days ago', -96 * 60 * MINUTE, 0],
  ['by a clock that is ahead', 5 * MINUTE, 0],
])('an arrival pressed %s counts from %i', (_, at, counted) =>
  expect(arrivalMoment(start + at, start)).toBe(start + counted),
)

test.each([
  [-1, null, 'expected'],
  [0, null, 'expected'],
  [4, null, 'expected'],
  [5, null, 'late'],
  [24, null, 'late'],
  [25, null, 'missed'],
  [5, 1, 'arrived'],
  [90, 1, 'arrived'],
] as const)('%i minutes after the start, arrived at %s: %s', (minutes, arrived, presence) =>
  expect(
    presenceOf(
      facts('APPROVED', arrived === null ? null : start + arrived * MINUTE),
      start + minutes * MINUTE,
    ),
  ).toBe(presence),
)

test.each([
  [-61, false],
  [-60, true],
  [24, true],
  [25, false],
])('%i minutes after the start, listed for this hour: %s', (minutes, isIn) =>
  expect(isOfTheHour(facts(), start + minutes * MINUTE)).toBe(isIn),
)

describe('no-shows', () => {
  const over = start + 25 * MINUTE
  const past = { ...facts(), ended_at: null as number | null }
  test.each([
    ['approved and over, on a day with arrivals', past, true, over, true],
    ['not yet over', past, true, over - 1, false],
    ['where too few arrivals were marked', past, false, over, false],
    ['arrived', { ...past, arrived_at: start }, true, over, false],
    ['completed by hand', { ...past, status: 'COMPLETED', ended_at: start + MINUTE }, true, over, true],
    ['ended before its start', { ...past, status: 'COMPLETED', ended_at: start - 1 }, true, over, false],
    ['cancelled', { ...past, status: 'CANCELLED' }, true, over, false],
    ['cancellation asked for, never answered', { ...past, status: 'CANCEL_REQUESTED' }, true, over, false],
    ['never decided', { ...past, status: 'PENDING' }, true, over, false],
  ] as const)('%s', (_, r, isMarked, now, expected) => expect(isNoShow(r, isMarked, now)).toBe(expected))
})

test.each([
  [0, 0, false],
  [0, 40, false],
  [1, 39, false],
  [1, 4, false],
  [1, 3, true],
  [10, 30, true],
  [5, 0, true],
])('with %i marked and %i not, the others count as absent: %s', (arrived, missed, known) =>
  expect(areNoShowsKnown(arrived, missed)).toBe(known),
)

test('a visitor who asked to cancel is not late', () => {
  expect(presenceOf(facts('CANCEL_REQUESTED'), start - MINUTE)).toBe('cancelling')
  expect(presenceOf(facts('CANCEL_REQUESTED'), start + 10 * MINUTE)).toBe('cancelling')
  expect(presenceOf(facts('CANCEL_REQUESTED', start), start + 10 * MINUTE)).toBe('arrived')
})

test('an arrival survives a move within the day, not to another day', () => {
  expect(keepsArrival('2026-11-20', '2026-11-20')).toBe(true)
  expect(keepsArrival('2026-11-20', '2026-11-21')).toBe(false)
})
