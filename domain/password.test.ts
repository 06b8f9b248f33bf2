import { expect, test } from 'vitest'
import { FREQUENT_PASSWORDS } from './frequent-passwords.ts'
import { passwordFault } from './password.ts'

const known = { names: ['administrator', '서울 모빌리티 박람회 운영'], common: FREQUENT_PASSWORDS }

test.each([
  ['elevenchars', 'short'],
  ['a'.repeat(501), 'long'],
  ['aaaaaaaaaaaa', 'repeated'],
  ['가가가가가가가가가가가가', 'repeated'],
  ['1q2w3e4r5t6y', 'common'],
  ['1Q2W3E4R5T6Y', 'common'],
  ['Password1234', 'common'],
  ['administrator-1', 'name'],
  ['Fairslot 2026!', 'name'],
  ['서울 모빌리티 박람회 운영', 'name'],
  ['2026 서울모빌리티 박람회운영', 'name'],
])('%s is refused: %s', (password, fault) => {
  expect(passwordFault(password, known)).toBe(fault)
})

test.each([
  'twelve chars',
  'a fair slot for everyone',
  'administrators of the hall',
  '123456789014',
  '비밀번호는 길게 씁니다',
])('%s is accepted', (password) => {
  expect(passwordFault(password, known)).toBeNull()
})

test('the list has only what is long enough to be typed, in lower case', () => {
  expect(FREQUENT_PASSWORDS.size).toBeGreaterThan(300)
  for (const password of FREQUENT_PASSWORDS)
    expect([password.length >= 12, password]).toEqual([true, password.toLowerCase()])
})
