import { describe, expect, test } from 'vitest'
import { formatPhone, isMemberPhone, isVisitorPhone, isWrittenPhone, phoneDigits } from './phone.ts'

describe('typing a phone number', () => {
  test.each([
    ['', ''],
    ['0', '0'],
    ['010', '010'],
    ['0101', '010-1'],
    ['010-1', '010-1'],
    ['0101234', '010-1234'],
    ['01012345', '010-1234-5'],
    ['010-1234-567', '010-1234-567'],
    ['01012345678', '010-1234-5678'],
    ['010-1234-5678', '010-1234-5678'],
    ['010123456789', '010-1234-5678'],
    ['010 1234 5678', '010-1234-5678'],
    ['010.1234.5678', '010-1234-5678'],
    ['010-12ab34-5678', '010-1234-5678'],
    ['전화 없음', ''],
    ['+82 10-1234-5678', '821-0123-4567'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown)
  })

  test('a number shown again does not change', () => {
    for (let length = 0; length <= 11; length += 1) {
      const shown = formatPhone('01012345678'.slice(0, length))
      expect(formatPhone(shown)).toBe(shown)
    }
  })

  test.each([
    ['010-1234-5678', '01012345678'],
    ['010-1234-56789', '01012345678'],
    ['０１０', ''],
  ])('the digits of %j are %j', (typed, digits) => {
    expect(phoneDigits(typed)).toBe(digits)
  })
})

describe('which numbers are accepted', () => {
  test.each([
    // typed, as a member's, as a visitor's
    ['010-1234-5678', true, true],
    ['01012345678', true, true],
    ['0101234-5678', true, true],
    ['011-1234-5678', false, true],
    ['021-2345-6789', false, true],
    ['010-1234-567', false, false],
    ['010-1234-56789', false, false],
    ['02-123-4567', false, false],
    ['010 1234 5678', false, false],
    ['+8201012345678', false, false],
    ['010-1234-567a', false, false],
    ['010-1234-567\n8', false, false],
    ['０１０12345678', false, false],
    ['', false, false],
  ])('%j as a member phone: %s, as a visitor phone: %s', (phone, member, visitor) => {
    expect(isMemberPhone(phone)).toBe(member)
    expect(isVisitorPhone(phone)).toBe(visitor)
  })

  test.each([
    ['02-123-4567', true],
    ['031-1234-5678', true],
    ['010-1234-5678', true],
    ['01012345678', false],
    ['0-123-4567', false],
    ['0101-123-4567', false],
    ['010-12-4567', false],
    ['010-12345-6789', false],
    ['010-1234-567', false],
    ['010-1234-56789', false],
    ['010 1234 5678', false],
    ['010-1234-567８', false],
    ['x010-1234-5678', false],
    ['010-1234-5678\n', false],
    ['', false],
  ])('%j as an administrator writes it: %s', (phone, accepted) => {
    expect(isWrittenPhone(phone)).toBe(accepted)
  })
})
