import { expect, test } from 'vitest'
import { instantOf } from './madrid-time.ts'
import {
  areWallsOff,
  CHECK_IN_MS,
  isSilenceTold,
  isSilent,
  orderState,
  screenName,
  silentSince,
} from './screen.ts'

const NOW = Date.parse('2026-11-20T10:00:00+01:00')

test.each([
  ['has just said so', 0, false],
  ['missed one time', CHECK_IN_MS + 20_000, false],
  ['missed one time, and its next is late', 2.5 * CHECK_IN_MS, false],
  ['missed two times', 2.5 * CHECK_IN_MS + 1, true],
  ['was switched off yesterday', 15 * 3_600_000, true],
  ['has said so on a clock that goes before', -5_000, false],
  ['was heard under the clock of a rehearsal', -48 * 3_600_000, true],
])('a screen that %s: %i ms, is silent: %s', (_, ago, silent) => {
  expect(isSilent(NOW - ago, NOW)).toBe(silent)
})

test('ten minutes of silence are reported', () => {
  expect(silentSince(NOW)).toBe(Date.parse('2026-11-20T09:50:00+01:00'))
})

const AT_NIGHT = { from: '20:00', until: '08:00' }
const AT_NOON = { from: '12:00', until: '13:00' }

test.each([
  ['over midnight, a minute before', AT_NIGHT, '2026-11-20', '19:59', false],
  ['over midnight, as it begins', AT_NIGHT, '2026-11-20', '20:00', true],
  ['over midnight, at midnight', AT_NIGHT, '2026-11-21', '00:00', true],
  ['over midnight, in its last minute', AT_NIGHT, '2026-11-21', '07:59', true],
  ['over midnight, as it ends', AT_NIGHT, '2026-11-21', '08:00', false],
  ['until midnight, as it ends', { from: '18:00', until: '00:00' }, '2026-11-21', '00:00', false],
  ['from midnight on', { from: '00:00', until: '06:00' }, '2026-11-21', '00:00', true],
  ['within a day, before', AT_NOON, '2026-11-20', '11:59', false],
  ['within a day', AT_NOON, '2026-11-20', '12:30', true],
  ['within a day, after', AT_NOON, '2026-11-20', '13:00', false],
  // By the clock on the wall, whatever hour UTC has.
  ['in the night that is an hour short', AT_NIGHT, '2026-03-29', '07:59', true],
  ['after the night that is an hour short', AT_NIGHT, '2026-03-29', '08:00', false],
  ['in the night that is an hour long', AT_NIGHT, '2026-10-25', '07:59', true],
  ['after the night that is an hour long', AT_NIGHT, '2026-10-25', '08:00', false],
  ['until a time that is left out', { from: '20:00', until: '02:30' }, '2026-03-29', '03:00', false],
  ['from a time that is left out', { from: '02:30', until: '08:00' }, '2026-03-29', '03:00', true],
  ['never', null, '2026-11-20', '23:00', false],
])('walls that are off %s: %o on %s at %s, %s', (_, off, date, time, isOff) => {
  expect(areWallsOff(off, instantOf(date, time)!)).toBe(isOff)
})

test('an hour repeated in autumn is off twice', () => {
  const first = instantOf('2026-10-25', '02:30')!
  const off = { from: '02:00', until: '03:00' }
  expect([first, first + 3_600_000, first + 2 * 3_600_000].map((at) => areWallsOff(off, at))).toEqual([
    true,
    true,
    false,
  ])
})

test.each([
  ['19:59', true],
  ['20:00', false],
  ['07:59', false],
  // They are being switched on; what stays dark is known ten minutes later.
  ['08:00', false],
  ['08:09', false],
  ['08:10', true],
])('silence at %s is reported: %s', (time, isTold) => {
  expect(isSilenceTold(AT_NIGHT, instantOf('2026-11-21', time)!)).toBe(isTold)
})

test('a screen has its own name, else room and size, numbered if ambiguous', () => {
  const [left, right, upright, named] = [
    { id: 7, name: null, width: 1920, height: 1080 },
    { id: 3, name: null, width: 1920, height: 1080 },
    { id: 8, name: null, width: 1080, height: 1920 },
    { id: 9, name: '입구 왼쪽', width: 1920, height: 1080 },
  ]
  const all = [left, right, upright, named]
  expect(all.map((each) => screenName(each, '미팅룸 A', all))).toEqual([
    '미팅룸 A · 1920 × 1080 (2)',
    '미팅룸 A · 1920 × 1080 (1)',
    '미팅룸 A · 1080 × 1920',
    '입구 왼쪽',
  ])
})

test.each([
  ['just given', 0, null, 'waiting'],
  ['still in time', 9.9 * 60_000, null, 'waiting'],
  ['too late', 10 * 60_000, null, 'lapsed'],
  ['heard, long ago', 60 * 60_000, NOW, 'heard'],
])('an order %s', (_, ago, heard_at, state) => {
  expect(orderState({ ordered_at: NOW - ago, heard_at }, NOW)).toBe(state)
})
