import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import writeExcelFile from 'write-excel-file/node'
import { parseCsv } from '../../../../domain/csv.ts'
import { csvFile, decodeText } from '../../components/list-file/csv.ts'
import { readMembersFile } from './read-file.ts'

const HEADER = ['이름', '회사명', '직책', '전화번호', '이메일', '등급']
const row = {
  name: '박지민',
  company_name: '한빛전자',
  position: '과장',
  phone: '010-1234-5678',
  email: 'jimin@example.com',
  tier: 'VIP',
}
const CELLS = Object.values(row)

const read = (content: BlobPart) => readMembersFile(new File([content], 'members'))
const problem = (content: BlobPart) =>
  read(content).then(
    () => 'none',
    (failure: Error) => failure.message,
  )
const xlsx = async (lines: unknown[][]) => {
  const data = lines.map((line) =>
    line.map((value) => (value === null ? null : { value, type: value!.constructor as never })),
  )
  return new Uint8Array(
    await writeExcelFile(data as never, { sheet: '명단', dateFormat: 'yyyy-mm-dd' }).toBuffer(),
  )
}
/** 박지민 and so on, as Korean Windows writes it. */
const EUC_KR = Uint8Array.from(
  'c0ccb8a72cc8b8bbe7b8ed2cc1f7c3a52cc0fcc8adb9f8c8a32cc0ccb8dec0cf0d0ab9dac1f6b9ce2cc7d1bafbc0fcc0da2cb0fac0e52c'
    .match(/../g)!
    .map((hex) => Number.parseInt(hex, 16)),
)

describe('a file of members', () => {
  test.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('is read as CSV with %s, whatever the order of its columns', async (_, sign) => {
    const text = [HEADER.toReversed(), CELLS.toReversed()].map((line) => line.join(sign)).join('\r\n')
    expect(await read(`\ufeff${text}\r\n`)).toEqual([{ row: 2, ...row }])
  })

  test('may be written by Korean Windows, or in UTF-16', async () => {
    const rest = strToU8('010-1234-5678,jimin@example.com\r\n')
    const { tier: _, ...untiered } = row
    expect(await read(new Uint8Array([...EUC_KR, ...rest]))).toEqual([{ row: 2, ...untiered }])
    const text = `\ufeff${[HEADER, CELLS].map((line) => line.join('\t')).join('\r\n')}`
    const utf16 = new Uint8Array(new Uint16Array(Array.from(text, (sign) => sign.charCodeAt(0))).buffer)
    expect(await read(utf16)).toEqual([{ row: 2, ...row }])
  })

  test('keeps what stands in quotes, counts lines as the file does and leaves empty ones out', async () => {
    const text = `${HEADER.join(',')}\n\n"박, ""지민""","한빛\n전자",과장,1,2,\n,,,,,\n끝,가,나,3,4,일반`
    expect(await read(text)).toEqual([
      { row: 3, ...row, name: '박, "지민"', company_name: '한빛 전자', phone: '1', email: '2', tier: '' },
      { row: 5, name: '끝', company_name: '가', position: '나', phone: '3', email: '4', tier: '일반' },
    ])
  })

  test('is read as Excel writes it: texts, numbers, dates beside them, and blank rows', async () => {
    const file = await xlsx(
      [
        ['회원번호', ...HEADER, '가입일시'],
        [7, ...CELLS, new Date('2026-11-20')],
        [null, null, null, null, null, null, null, null],
        [8, '김서연', '누리', '대리', 1_023_456_789, 'seo@example.com', null, null],
      ].map((line) => line.map((value) => value)),
    )
    expect(await read(file)).toEqual([
      { row: 2, ...row },
      {
        row: 4,
        name: '김서연',
        company_name: '누리',
        position: '대리',
        phone: '1023456789',
        email: 'seo@example.com',
        tier: '',
      },
    ])
  })

  test('names the columns that it lacks', async () => {
    expect(await problem('이름,연락처,E-Mail\n박지민,1,2')).toBe('다음 열을 찾지 못했습니다: 회사명, 직책.')
  })

  test.each([
    ['empty', '', '빈 파일입니다. 명단이 있는 파일을 선택해주세요.'],
    ['without members', HEADER.join(','), '등록할 회원이 없습니다. 머리글 아래에 회원을 입력해주세요.'],
    ['of old Excel', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), /^이전 형식/],
    ['that is no workbook', zipSync({ 'a.txt': strToU8('a') }), /^파일을 읽을 수 없습니다/],
    ['that is broken off', strToU8('PK\u0003\u0004'), /^파일을 읽을 수 없습니다/],
    ['too large', new Uint8Array(5 * 1024 * 1024 + 1), /^파일이 너무 큽니다/],
    [
      'with more members than are taken over',
      [HEADER, ...Array.from({ length: 5_001 }, () => CELLS)].map((line) => line.join(',')).join('\n'),
      /최대 5,000명/,
    ],
  ])('%s is refused with its reason', async (_, content, reason) => {
    expect(await problem(content as BlobPart)).toMatch(reason)
  })

  describe('that means harm is refused', () => {
    /** A good workbook with another first sheet. */
    const withSheet = async (change: (xml: string) => string) => {
      const parts = unzipSync(await xlsx([HEADER, CELLS]))
      const name = 'xl/worksheets/sheet1.xml'
      return zipSync({ ...parts, [name]: strToU8(change(new TextDecoder().decode(parts[name]))) })
    }

    test('when a cell lies far out, so that all between would be made', async () => {
      for (const far of ['A1048576', 'XFD1', 'XFD1048576', 'xfd1048576', '$XFD$1048576']) {
        const file = await withSheet((xml) => xml.replace('r="A2"', `r="${far}"`))
        expect(await problem(file as BlobPart)).toMatch(/^표가 너무 큽니다/)
      }
      const row = await withSheet((xml) =>
        xml.replace('<row r="2"', '<row r="1048576"').replace('r="A2"', ''),
      )
      expect(await problem(row as BlobPart)).toMatch(/^표가 너무 큽니다/)
    })

    test('when it unpacks to far more than it is', async () => {
      const file = await xlsx([HEADER, CELLS])
      const view = new DataView(file.buffer)
      for (let at = 0; at < file.length - 4; at += 1)
        // The size that an entry of the directory declares.
        if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 40_000_000, true)
      expect(await problem(file)).toMatch(/^표가 너무 큽니다/)
    })
  })
})

test('the template is read as what it is, and a text with a comma comes back whole', async () => {
  const { text } = decodeText(new Uint8Array(await csvFile([HEADER, ['가, "나"', '다\n라']]).arrayBuffer()))
  expect(parseCsv(text).map(({ cells }) => cells)).toEqual([HEADER, ['가, "나"', '다\n라']])
})

test.each(['=HYPERLINK("https://evil.example")', '+82 10 1234 5678', '-1', '@SUM(A1)', '\t=1'])(
  '%j in a file that is written is no formula, and is read as what it was',
  async (cell) => {
    const { text } = decodeText(new Uint8Array(await csvFile([HEADER, [cell]]).arrayBuffer()))
    expect(text.split('\r\n')[1]).toMatch(/^"?'/)
    expect(parseCsv(text)[1].cells).toEqual([cell])
  },
)
