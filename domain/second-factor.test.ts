import { expect, test } from 'vitest'
import {
  hasFewRecoveryCodes,
  isAppCode,
  plainCode,
  RECOVERY_ALPHABET,
  shownRecoveryCode,
} from './second-factor.ts'

test.each([
  ['123456', '123456', true],
  [' 123 456 ', '123456', true],
  ['１２３４５６', '123456', true],
  ['12345', '12345', false],
  ['1234567', '1234567', false],
  ['k7m2q-x9p4t', 'K7M2QX9P4T', false],
  ['ㅏ7ㅡ2ㅂ-ㅌ9ㅔ4ㅅ', 'K7M2QX9P4T', false],
  ['K7M2Q – X9P4T', 'K7M2QX9P4T', false],
])('%j is the code %s', (typed, code, isOfApp) => {
  expect(plainCode(typed)).toBe(code)
  expect(isAppCode(plainCode(typed))).toBe(isOfApp)
})

test('a displayed recovery code is accepted and has no confusable characters', () => {
  expect(plainCode(shownRecoveryCode('K7M2QX9P4T'))).toBe('K7M2QX9P4T')
  expect(RECOVERY_ALPHABET).not.toMatch(/[ILO01]/)
})

test('a warning appears below three recovery codes', () => {
  expect([3, 2, 0].map(hasFewRecoveryCodes)).toEqual([false, true, true])
})
