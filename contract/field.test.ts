import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  date,
  email,
  id,
  idText,
  line,
  MAX_LENGTH,
  longText,
  memberPhone,
  minutes,
  time,
  visitorPhone,
} from './field.ts'

/** The value that the field keeps, or its text of refusal. */
function read(schema: z.ZodMiniType, input: unknown) {
  const result = schema.safeParse(input)
  return result.success ? { kept: result.data } : { says: result.error.issues[0]!.message }
}

const WRONG = { says: '올바르지 않은 값입니다.' }
const CONTROLS = { says: '사용할 수 없는 문자가 포함되어 있습니다.' }
const REQUIRED = { says: '이름을 입력해주세요.' }
const NUL = String.fromCharCode(0)
/** 각, written with three letters and with one. */
const DECOMPOSED = '각'.normalize('NFD')

describe('a single line', () => {
  const name = line('이름을 입력해주세요.')

  test.each([
    ['a name', '김하나', { kept: '김하나' }],
    ['spaces around', '  김하나 ', { kept: '김하나' }],
    ['a line break around', '\n김하나\r\n', { kept: '김하나' }],
    ['spaces inside', '김  하나', { kept: '김  하나' }],
    ['letters in pieces', DECOMPOSED, { kept: '각' }],
    ['an emoji', '김하나 🎉', { kept: '김하나 🎉' }],
    ['markup is only text', '<b>김</b>', { kept: '<b>김</b>' }],
    ['100 characters', '가'.repeat(100), { kept: '가'.repeat(100) }],
    ['100 characters and spaces around', ` ${'가'.repeat(100)} `, { kept: '가'.repeat(100) }],
    ['100 characters in pieces', DECOMPOSED.repeat(100), { kept: '각'.repeat(100) }],
    ['101 characters', '가'.repeat(101), { says: '100자 이하로 입력해주세요.' }],
    ['nothing', '', REQUIRED],
    ['only spaces', ' \t\n', REQUIRED],
    ['missing', undefined, REQUIRED],
    ['null', null, REQUIRED],
    ['a number', 7, REQUIRED],
    ['a list', ['김하나'], REQUIRED],
    ['a line break inside', '김\n하나', CONTROLS],
    ['a tab inside', '김\t하나', { kept: '김 하나' }],
    ['NUL', `김${NUL}`, CONTROLS],
    ['only NUL', NUL, CONTROLS],
    ['an escape', '\u001b[31m김', CONTROLS],
    ['a control character of the upper half', '김\u0085하나', CONTROLS],
    ['a Persian name with a joiner', 'علی\u200cرضا', { kept: 'علیرضا' }],
    ['a name written in both directions', 'محمد 김', { kept: 'محمد 김' }],
    ['a Japanese name with a variant', '葛\u{e0100}城', { kept: '葛\u{e0100}城' }],
    ['an emoji with a variant', '김❤\ufe0f하나', { kept: '김❤\ufe0f하나' }],
    ['a zero-width space inside', '김\u200b하나', { kept: '김하나' }],
    ['a byte order mark inside', '김\ufeff하나', { kept: '김하나' }],
    ['a text turned around', '김\u202e나하', { kept: '김나하' }],
    ['an isolated direction', '\u2066김\u2069', { kept: '김' }],
    ['a mark of direction', '김\u200f', { kept: '김' }],
    ['letters of tags', '김\u{e0041}', { kept: '김' }],
    ['a filler of Hangul, which looks like nothing', '\u3164', REQUIRED],
    ['a filler of old Hangul', '김\u1160', { kept: '김' }],
    ['a narrow filler of Hangul', '\uffa0', REQUIRED],
    ['a joiner of marks', '김\u034f하나', { kept: '김하나' }],
    ['a blank of Braille', '\u2800', REQUIRED],
    ['only a joiner', '\u200d', REQUIRED],
    ['only a variant', '\ufe0f', REQUIRED],
  ])('%s', (_what, input, expected) => {
    expect(read(name, input)).toEqual(expected)
  })

  test("a field's own maximum length", () => {
    expect(read(line('필수', 2), '가나')).toEqual({ kept: '가나' })
    expect(read(line('필수', 2), '가나다')).toEqual({ says: '2자 이하로 입력해주세요.' })
  })

  test('an accepted text is accepted again unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const first = read(name, text)
        if ('kept' in first) expect(read(name, first.kept)).toEqual(first)
      }),
    )
  })
})

describe('a text of several lines', () => {
  const note = longText(MAX_LENGTH.note)

  test.each([
    ['several lines', '하나\n둘\n\n셋', { kept: '하나\n둘\n\n셋' }],
    ['line breaks of Windows', '하나\r\n둘', { kept: '하나\n둘' }],
    ['spaces around', '\n 하나 \n', { kept: '하나' }],
    ['letters in pieces', DECOMPOSED, { kept: '각' }],
    ['nothing', '', { kept: '' }],
    ['only spaces', '  \n', { kept: '' }],
    ['1000 characters', '가'.repeat(1000), { kept: '가'.repeat(1000) }],
    ['1001 characters', '가'.repeat(1001), { says: '1000자 이하로 입력해주세요.' }],
    ['a tab', '하나\t둘', { kept: '하나 둘' }],
    ['NUL', `하나${NUL}`, CONTROLS],
    ['a lone carriage return', '하나\r둘', CONTROLS],
    ['a text turned around', '하나 \u202e둘', { kept: '하나 둘' }],
    ['a zero-width space of a web page', '하나\u200b둘', { kept: '하나둘' }],
    ['a number', 7, WRONG],
    ['missing', undefined, WRONG],
  ])('%s', (_what, input, expected) => {
    expect(read(note, input)).toEqual(expected)
  })
})

describe('an e-mail address', () => {
  const REFUSED = { says: '올바른 이메일 형식이 아닙니다.' }
  const MISSING = { says: '이메일을 입력해주세요.' }
  const longest = `${'a'.repeat(64)}@${`${'b'.repeat(60)}.`.repeat(3)}museum`

  test.each([
    ['plain', 'hana@example.com', { kept: 'hana@example.com' }],
    ['capitals', 'Hana.KIM@Example.COM', { kept: 'hana.kim@example.com' }],
    ['spaces around', ' hana@example.com\n', { kept: 'hana@example.com' }],
    ['a tag', 'hana+fair@example.co.kr', { kept: 'hana+fair@example.co.kr' }],
    ['two dots in a row', 'a..b@docomo.ne.jp', { kept: 'a..b@docomo.ne.jp' }],
    ['a dot before the at sign', 'a.@docomo.ne.jp', { kept: 'a.@docomo.ne.jp' }],
    ['a dot at the start', '.a@docomo.ne.jp', REFUSED],
    ['two dots in the domain', 'a@docomo..jp', REFUSED],
    ['254 characters', longest, { kept: longest }],
    ['255 characters', `a${longest}`, REFUSED],
    ['no at sign', 'hana.example.com', REFUSED],
    ['no domain', 'hana@', REFUSED],
    ['no dot in the domain', 'hana@localhost', REFUSED],
    ['two at signs', 'hana@kim@example.com', REFUSED],
    ['a space inside', 'ha na@example.com', REFUSED],
    ['a second address after a line break', 'hana@example.com\nbcc@example.com', REFUSED],
    ['a name around it', '김하나 <hana@example.com>', REFUSED],
    ['NUL', `hana${NUL}@example.com`, REFUSED],
    ['nothing', '', MISSING],
    ['only spaces', ' \n', MISSING],
    ['missing', undefined, MISSING],
    ['a list', ['hana@example.com'], MISSING],
  ])('%s', (_what, input, expected) => {
    expect(read(email, input)).toEqual(expected)
  })
})

describe('phones', () => {
  const asMember = { says: '올바른 전화번호 형식이 아닙니다.' }
  const asVisitor = { says: '올바른 연락처를 입력해주세요.' }
  const kept = { kept: '010-1234-5678' }

  test.each([
    ['010-1234-5678', kept, kept],
    ['01012345678', kept, kept],
    [' 010-1234-5678 ', kept, kept],
    ['01112345678', asMember, { kept: '011-1234-5678' }],
    ['02-1234-56789', asMember, { kept: '021-2345-6789' }],
    ['02-123-4567', asMember, asVisitor],
    ['010-1234-567', asMember, asVisitor],
    ['010-1234-56789', asMember, asVisitor],
    ['010 1234 5678', kept, kept],
    ['+82-10-1234-5678', kept, kept],
    [' +82 10 1234 5678', kept, kept],
    ['0082 10-1234-5678', kept, kept],
    ['+82 (0)10-1234-5678', kept, kept],
    ['+82 010 1234 5678', kept, kept],
    ['0082 (0)10 1234 5678', kept, kept],
    ['+82 10 1234 56789', asMember, asVisitor],
    ['+34 612 345 678', asMember, asVisitor],
    ['+34612345678', asMember, asVisitor],
    ['82 10 1234 5678', kept, kept],
    ['010-1234-567a', asMember, asVisitor],
    ['', asMember, asVisitor],
    [undefined, asMember, asVisitor],
    [1_012_345_678, asMember, asVisitor],
  ])('%j as a member phone and as a visitor phone', (input, member, visitor) => {
    expect(read(memberPhone, input)).toEqual(member)
    expect(read(visitorPhone, input)).toEqual(visitor)
  })
})

describe('numbers', () => {
  test.each([
    [1, { kept: 1 }],
    [2_147_483_647, { kept: 2_147_483_647 }],
    [2_147_483_648, WRONG],
    [0, WRONG],
    [-1, WRONG],
    [1.5, WRONG],
    ['1', WRONG],
    [null, WRONG],
    [undefined, WRONG],
    [true, WRONG],
  ])('%j as an id in a body', (input, expected) => {
    expect(read(id, input)).toEqual(expected)
  })

  test.each([
    ['1', { kept: 1 }],
    ['2147483647', { kept: 2_147_483_647 }],
    ['2147483648', WRONG],
    ['9999999999', WRONG],
    ['99999999999', WRONG],
    ['0', WRONG],
    ['01', WRONG],
    ['-1', WRONG],
    ['1.0', WRONG],
    ['1e3', WRONG],
    [' 1', WRONG],
    ['1\n', WRONG],
    ['', WRONG],
    ['all', WRONG],
    [1, WRONG],
  ])('%j as an id in an address', (input, expected) => {
    expect(read(idText, input)).toEqual(expected)
  })

  test.each([
    [1, { kept: 1 }],
    [10, { kept: 10 }],
    [0, WRONG],
    [-10, WRONG],
    [2.5, WRONG],
    ['10', WRONG],
  ])('%j as minutes', (input, expected) => {
    expect(read(minutes, input)).toEqual(expected)
  })
})

describe('dates and times', () => {
  const NO_DATE = { says: '유효하지 않은 날짜입니다.' }

  test.each([
    ['2026-11-21', { kept: '2026-11-21' }],
    ['2028-02-29', { kept: '2028-02-29' }],
    ['2026-02-29', NO_DATE],
    ['0000-01-01', NO_DATE],
    ['2026-11-21T00:00', NO_DATE],
    ['', NO_DATE],
    [undefined, NO_DATE],
    [20_261_121, NO_DATE],
  ])('%j as a date', (input, expected) => {
    expect(read(date, input)).toEqual(expected)
  })

  test.each([
    ['00:00', { kept: '00:00' }],
    ['23:59', { kept: '23:59' }],
    ['24:00', { kept: '24:00' }],
    ['24:01', WRONG],
    ['9:00', WRONG],
    ['09:00:00', WRONG],
    [undefined, WRONG],
  ])('%j as a time', (input, expected) => {
    expect(read(time, input)).toEqual(expected)
  })
})
