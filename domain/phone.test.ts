import { describe, expect, test } from 'vitest'
import {
  formatPhone,
  isCompletePhone,
  isMemberPhone,
  isWrittenPhone,
  nationalPhone,
  sheetPhone,
  typePhone,
} from './phone.ts'

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
    // Too long, which those who judge it are to see.
    ['010123456789', '010-1234-56789'],
    ['010 1234 5678', '010-1234-5678'],
    ['010.1234.5678', '010-1234-5678'],
    ['010-12ab34-5678', '010-1234-5678'],
    ['전화 없음', ''],
    ['０１０', '010'],
    ['+82 10-1234-5678', '010-1234-5678'],
    ['+82 10 1234 5678', '010-1234-5678'],
    ['(+82) 10.1234.5678', '010-1234-5678'],
    ['tel:+821012345678', '010-1234-5678'],
    ['0082 10-1234-5678', '010-1234-5678'],
    ['00821012345678', '010-1234-5678'],
    ['+82 10 1234 56789', '010-1234-56789'],
    ['+82 (0)10-1234-5678', '010-1234-5678'],
    ['+82 010 1234 5678', '010-1234-5678'],
    ['0082 (0)10 1234 5678', '010-1234-5678'],
    ['+82 2 123 4567', '+8221234567'],
    ['+34 612 345 678', '+34612345678'],
    ['0034 612 345 678', '003-4612-345678'],
    ['82 10 1234 5678', '010-1234-5678'],
    ['010+1234', '010-1234'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatPhone(typed)).toBe(shown)
  })

  test('formatting a number twice changes nothing', () => {
    for (let length = 0; length <= 11; length += 1) {
      const shown = formatPhone('01012345678'.slice(0, length))
      expect(formatPhone(shown)).toBe(shown)
    }
  })

  test.each([
    ['+82 10 1234 5678', ['', '8', '82', '82', '821', '010', '010', '010-1']],
    ['0082-10-1', ['0', '00', '008', '008-2', '008-2', '008-21', '010', '010', '010-1']],
    ['+82(0)10', ['', '8', '82', '82', '820', '820', '820-1', '010']],
    ['008201012', ['0', '00', '008', '008-2', '008-20', '008-201', '010', '010-1', '010-12']],
    ['+1 2', ['', '1', '1', '12']],
  ])('typed key by key, %j becomes %j', (typed, shown) => {
    let field = ''
    for (const [i, expected] of shown.entries()) {
      field = typePhone(field + typed[i]!)
      expect(field).toBe(expected)
    }
  })

  test.each([
    ['010123456789', '010-1234-5678'],
    ['010-1234-56789', '010-1234-5678'],
    ['+82 10 1234 5678', '010-1234-5678'],
    ['0082 (0)10 1234 56789', '010-1234-5678'],
    ['+82 2 123 4567', '822-1234-567'],
    ['+34 612 345 678 901', '346-1234-5678'],
    ['010 1234 5678 (내선 9)', '010-1234-5678'],
    ['없음', ''],
  ])('%j pasted or typed becomes %j, at most eleven digits', (written, shown) => {
    expect(typePhone(written)).toBe(shown)
    expect(written.split('').reduce((field, key) => typePhone(field + key), '')).toBe(shown)
  })

  test.each(['+34 612 345 678', '0034 612 345 678', '+82 2 123 4567', '+1 212 555 0100', '010-1234-56789'])(
    '%j is never mistaken for a Korean phone',
    (pasted) => {
      expect(isCompletePhone(formatPhone(pasted))).toBe(false)
    },
  )
})

describe('a number from abroad', () => {
  test.each([
    ['+82 10 1234 5678', '010-1234-5678'],
    ['+82-10-1234-5678', '010-1234-5678'],
    ['+821012345678', '010-1234-5678'],
    ['0082 10-1234-5678', '010-1234-5678'],
    ['008210 1234 5678', '010-1234-5678'],
    ['+82 (0)10-1234-5678', '010-1234-5678'],
    ['+82 010 1234 5678', '010-1234-5678'],
    ['0082 (0)10 1234 5678', '010-1234-5678'],
    ['(+82) 10.1234.5678', '010-1234-5678'],
    // Too long or too short, which those who judge it are to see.
    ['+82 10 1234 56789', '010-1234-56789'],
    ['+82 10 1234', '010-1234'],
    ['82-10-1234-5678', '010-1234-5678'],
    ['＋82 10 1234 5678', '010-1234-5678'],
  ])('%j becomes the Korean number %j', (written, dialled) => {
    expect(nationalPhone(written)).toBe(dialled)
  })

  test.each([
    '010-1234-5678',
    '01012345678',
    '8210',
    '+82 2 123 4567',
    '+34 612 345 678',
    '+82 0 2 123 4567',
    '+82 10 1234+5678',
    '+82 10-12ab34-5678',
    '02-123-4567',
    '',
  ])('%j stays unchanged', (text) => {
    expect(nationalPhone(text)).toBe(text)
  })
})

describe('which numbers are accepted', () => {
  test.each([
    // typed, as a member's, as complete
    ['010-1234-5678', true, true],
    ['01012345678', true, true],
    ['0101234-5678', true, true],
    ['011-1234-5678', false, true],
    ['021-2345-6789', false, true],
    ['010-1234-567', false, false],
    ['010-1234-56789', false, false],
    ['02-123-4567', false, false],
    ['010 1234 5678', true, true],
    ['010.1234.5678', true, true],
    ['(010) 1234–5678', true, true],
    ['010ㅡ1234ㅡ5678', true, true],
    ['\u202d010-1234-5678\u202c', true, true],
    ['010·1234·5678', true, true],
    ['010ㆍ1234ㆍ5678', true, true],
    ['010─1234─5678', true, true],
    ['010ー1234ー5678', true, true],
    ['010~1234~5678', true, true],
    ['010_1234_5678', true, true],
    ['010∙1234|5678', true, true],
    ['tel:010-1234-5678', true, true],
    ['Tel. 010-1234-5678', true, true],
    ['tel:+82-10-1234-5678', true, true],
    ['010-1234-5678, 02-123-4567', false, false],
    ['010-****-5678', false, false],
    ['031-123-4567#8', false, false],
    ['010-123-4567*8', false, false],
    ['031-123-4567, 8', false, false],
    ['010-123-4567;8', false, false],
    ['010-123-4567＃8', false, false],
    ['031-123-4567~8', false, false],
    ['02-1234-5678 ～ 9', false, false],
    ['010+1234+5678', false, false],
    ['82-10-1234-5678', true, true],
    ['+8201012345678', true, true],
    ['82-2-1234-5678', false, true],
    ['010-1234-567a', false, false],
    ['010-1234-567\n8', false, false],
    ['０１０－１２３４－５６７８', true, true],
    ['', false, false],
  ])('%j as a member phone: %s, as a complete one: %s', (phone, member, visitor) => {
    expect(isMemberPhone(phone)).toBe(member)
    expect(isCompletePhone(phone)).toBe(visitor)
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

test.each([
  ['1012345678', '010-1234-5678'],
  ['1012345678.0', '010-1234-5678'],
  ['821012345678', '010-1234-5678'],
  ['8201012345678', '010-1234-5678'],
  [' 010-1234-5678 ', '010-1234-5678'],
  ['+82 10-1234-5678', '010-1234-5678'],
  ['112345678', '112345678'],
  ['', ''],
])('%j from a spreadsheet means %j', (has, means) => {
  expect(sheetPhone(has)).toBe(means)
})
