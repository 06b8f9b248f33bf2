import { describe, expect, test } from 'vitest'
import { makeWorkbook, sheetData } from '../../../../test/workbook.ts'
import { readList } from '../../components/list-file/read-list.ts'
import { readMembersFile } from './read-file.ts'

const PARK = ['박지민', '한빛전자', '과장', '010-1234-5678', 'jimin@example.com']
const KIM = ['김서연', '누리', '대리', '010-2345-6789', 'seo@example.com']
const HEADER = ['이름', '회사명', '직책', '전화번호', '이메일']
const BLANK = ['', '', '', '', '']

const table = (lines: readonly (readonly string[])[], sign = ',') =>
  lines.map((line) => line.join(sign)).join('\r\n')
const file = (content: BlobPart) => new File([content], '명단')
const book = (...sheets: Parameters<typeof makeWorkbook>[0]) => makeWorkbook(sheets)
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return new Uint8Array(isBig ? bytes.swap16() : bytes)
}

/** With their rows in the spreadsheet. */
const people = async (content: BlobPart) =>
  (await readMembersFile(file(content))).map(({ row, name, company_name, position, phone, email }) => [
    row,
    [name, company_name, position, phone, email],
  ])

describe('a list as people have it: its members are found', () => {
  const merged = (ref: string) => `<mergeCell ref="${ref}"/>`

  test.each<[string, BlobPart, number]>([
    [
      'below a title and who wrote it',
      table([['2026 참가자'], ['작성자', '이담당', '연락처', '02-1'], HEADER, PARK]),
      4,
    ],
    ['below group names in a line of their own', table([['참석자', '', '', '연락처', ''], HEADER, PARK]), 3],
    [
      'where a group name stands beside names of columns',
      table([['성함', '소속', '직함', '연락처', ''], ['', '', '', '휴대폰', '메일'], PARK]),
      3,
    ],
    [
      'below a header merged over two rows',
      book({
        name: '명단',
        xml: `${sheetData([
          ['이름', '회사명', '직책', '연락처', null],
          [null, null, null, '휴대폰', '이메일'],
          PARK,
        ])}<mergeCells>${['A1:A2', 'B1:B2', 'C1:C2', 'D1:E1'].map(merged).join('')}</mergeCells>`,
      }),
      3,
    ],
    [
      'in the sheet of the members, behind a cover and before a hidden older list',
      book(
        { name: '표지', xml: sheetData([['참가자 명단'], ['작성일', '2026-11-01']]) },
        { name: '올해', xml: sheetData([HEADER, PARK]) },
        { name: '작년', xml: sheetData([[...HEADER, '등급'], KIM]), state: 'hidden' },
      ),
      2,
    ],
    ['with semicolons below a title without any', `참가자 명단\n\n${table([HEADER, PARK], ';')}`, 4],
    ['with the separator that Excel names', `sep=;\r\n${table([HEADER, PARK], ';')}`, 2],
    ['copied from a spreadsheet, with tabs', table([HEADER, PARK], '\t'), 2],
    ['in UTF-16 with its mark', utf16(`\ufeff${table([HEADER, PARK])}`, true), 2],
    ['in UTF-16 little-endian without a mark', utf16(table([HEADER, PARK]), false), 2],
    ['in UTF-16 big-endian without a mark', utf16(table([HEADER, PARK]), true), 2],
    [
      'with decomposed Hangul, as a Mac writes it',
      table([HEADER.map((each) => each.normalize('NFD')), PARK]),
      2,
    ],
    [
      'with words of many kinds, and marks',
      table([['＊담당자 성함', '소속(회사)', '직급/직위', '"H.P\n(- 없이)"', 'E-mail 필수'], PARK]),
      2,
    ],
    ['with English words', table([['Name*', 'Company', 'Title', 'Mobile', 'E-Mail Address'], PARK]), 2],
    [
      'with a phone of the company beside the mobile phone',
      table([
        ['번호', '전화번호', ...HEADER.with(3, '휴대폰')],
        ['1', '02-123-4567', ...PARK],
      ]),
      2,
    ],
    ['with a header on each page', table([HEADER, HEADER, BLANK, HEADER, PARK, HEADER]), 5],
  ])('%s', async (_, content, row) => {
    expect(await people(content)).toEqual([[row, PARK]])
  })

  test('with a company merged over its people', async () => {
    const xml = sheetData([HEADER, PARK, ['김서연', null, ...KIM.slice(2)]])
    const content = book({ name: '명단', xml: `${xml}<mergeCells>${merged('B2:B3')}</mergeCells>` })
    expect(await people(content)).toEqual([
      [2, PARK],
      [3, KIM.with(1, '한빛전자')],
    ])
  })

  test('with a tab and commas inside of cells', async () => {
    const content = table([HEADER, PARK, KIM.with(1, '누리\t주식회사'), KIM.with(1, '"누리, 주식회사"')])
    expect((await people(content)).map(([, of]) => (of as string[])[1])).toEqual([
      '한빛전자',
      '누리 주식회사',
      '누리, 주식회사',
    ])
  })

  test('without the rows that a filter hides', async () => {
    const xml = sheetData([HEADER, PARK, KIM], { hidden: [3] })
    expect(await people(book({ name: '명단', xml }))).toEqual([[2, PARK]])
  })

  test('with the stored value of a formula', async () => {
    const xml = sheetData([HEADER, PARK]).replace(
      /<c r="E2".*?<\/c>/,
      '<c r="E2" t="str"><f>HYPERLINK("mailto:a@b.c","jimin@example.com")</f><v>jimin@example.com</v></c>',
    )
    expect(await people(book({ name: '명단', xml }))).toEqual([[2, PARK]])
  })
})

describe('the encoding of a list', () => {
  const encodingOf = async (content: BlobPart) => (await readList(file(content))).encoding

  test('is named', async () => {
    const korean = new Uint8Array([0xc0, 0xcc, 0xb8, 0xa7])
    expect(await encodingOf('이름')).toBe('UTF-8')
    expect(await encodingOf(korean)).toBe('EUC-KR')
    expect(await encodingOf(utf16('이름,', false))).toBe('UTF-16LE')
    expect(await encodingOf(utf16('이름,', true))).toBe('UTF-16BE')
    expect(await encodingOf(book({ name: '명단', xml: sheetData([HEADER]) }))).toBe(null)
  })

  test('stays UTF-8 with a broken letter, which is kept as one', async () => {
    const bytes = Buffer.from(table([HEADER, PARK]))
    bytes[bytes.indexOf('과장')] = 0xff
    expect(await encodingOf(bytes)).toBe('UTF-8')
    expect((await readMembersFile(file(bytes)))[0].position).toContain('\ufffd')
  })
})

test.each(['<html><table><tr><td>이름', '<?xml version="1.0"?><Workbook>', ' \n<!DOCTYPE html>'])(
  'a web page or old XML that is named like a workbook is refused with its reason: %s',
  async (content) => {
    await expect(readMembersFile(file(content))).rejects.toThrow(/^이전 형식/)
  },
)
