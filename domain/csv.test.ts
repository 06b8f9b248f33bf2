import { expect, test } from 'vitest'
import { csvLine, parseCsv, UTF8_MARK } from './csv.ts'

test.each(['=1+1', '+82 10 1234 5678', '-2+3', '@SUM(A1)', '="1"', '\t=1', '＝1+1', '－1'])(
  '%j is marked as text, and read as what it was',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
    expect(parseCsv(UTF8_MARK + csvLine(['값', '']) + csvLine([text, '둘']))[1]!.cells).toEqual([text, '둘'])
  },
)

test('a number that another program wrote as a formula, to keep its zero, is read as the number', () => {
  const lines = parseCsv('전화번호,값\n="01012345678","=""010-1234-5678"""\n')
  expect(lines[1]!.cells).toEqual(['01012345678', '010-1234-5678'])
})

test('phones, negative numbers and other texts stay as they are', () => {
  expect(csvLine(['010-1234-5678', -5, -0.5, "'24년", '3-4', ''])).toBe(
    "010-1234-5678,-5,-0.5,'24년,3-4,\r\n",
  )
})

test('quotation marks, separators and line breaks are quoted', () => {
  expect(csvLine(['가 "나"', '다,라', '마;바', '사\n아'])).toBe('"가 ""나""","다,라","마;바","사\n아"\r\n')
})
