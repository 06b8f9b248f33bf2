import { expect, test } from 'vitest'
import { isAsShown, isTyped, wordToType } from './deletion.ts'

test.each([
  [
    'a date with 187 reservations: its date',
    { live: 187, isEverything: false, name: '2026-11-20' },
    '2026-11-20',
  ],
  ['a docent with one reservation: the name', { live: 1, isEverything: false, name: '김하늘' }, '김하늘'],
  ['all dates, of which there is one', { live: 3, isEverything: true, name: '2026-11-20' }, '2026-11-20'],
  ['several dates, or slots, with reservations', { live: 2, isEverything: false }, '삭제'],
  ['everything with reservations', { live: 2, isEverything: true }, '삭제'],
  ['everything without reservations', { live: 0, isEverything: true }, '삭제'],
  [
    'a date without reservations: a press is enough',
    { live: 0, isEverything: false, name: '2026-11-20' },
    null,
  ],
  ['slots without reservations', { live: 0, isEverything: false }, null],
])('before deleting %s', (_, deletion, word) => {
  expect(wordToType(deletion)).toBe(word)
})

test.each([
  ['2026-11-20', '2026-11-20', true],
  [' 20261120 ', '2026-11-20', true],
  ['2026-11-21', '2026-11-20', false],
  ['emma wilson', 'Emma Wilson', true],
  ['김하늘'.normalize('NFD'), '김하늘', true],
  ['김하', '김하늘', false],
  ['', '김하늘', false],
  [' ', '-', false],
])('%j typed for %j: %s', (typed, word, is) => {
  expect(isTyped(typed, word)).toBe(is)
})

test.each([
  ['the same', [1, 2], true],
  ['in another order', [2, 1], true],
  ['one was booked since', [1], false],
  ['one was cancelled since', [1, 2, 3], false],
  ['one was cancelled and another booked', [1, 3], false],
  ['nothing was shown', [], false],
])('the reservations are as they were shown: %s', (_, shown, is) => {
  expect(isAsShown(shown, [1, 2])).toBe(is)
})
