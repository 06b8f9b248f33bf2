import { expect, test } from 'vitest'
import { passwordStrength } from './password-strength.ts'

test.each([
  ['', 'short'],
  ['Abc123!@#xy', 'short'],
  ['aaaaaaaaaaaa', 'weak'],
  ['123456789012', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['abababababababab', 'weak'],
  ['qwzmtyplkdjs', 'weak'],
  ['qwzmtyplkd42', 'fair'],
  ['quiet harbour', 'fair'],
  ['Quiet harbour 42', 'strong'],
  ['correct horse battery staple', 'strong'],
  ['바람 부는 언덕 위의 작은 집', 'fair'],
])('%j is %s', (password, strength) => {
  expect(passwordStrength(password, 12)).toBe(strength)
})
