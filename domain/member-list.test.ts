import { expect, test } from 'vitest'
import { memberRows, problemFile, readHeader } from './member-list.ts'
import type { Line } from './pasted-table.ts'

const linesOf = (...rows: string[][]): Line[] => rows.map((cells, n) => ({ row: n + 1, cells }))
const LIST = linesOf(
  ['초청 명단'],
  ['성함', '회사', '휴대폰', '메일', '비고\n(내부)', '문제'],
  ['박지민', '한빛전자', '010-1234-5678', 'jimin@example.com', '연사', '오래된 문제'],
)
const reading = { header: readHeader(LIST), withHidden: false, position: '과장' }

test('a header is shown as wide as its lines, and another one can be chosen, or none', () => {
  expect(reading.header).toMatchObject({
    at: 1,
    fields: ['name', 'company_name', 'phone', 'email', null, null],
  })
  expect(readHeader(LIST, 0)).toMatchObject({ at: 0, cells: ['초청 명단', '', '', '', '', ''] })
  const none = readHeader(LIST, -1)
  expect(none).toEqual({ at: -1, cells: Array(6).fill(''), fields: Array(6).fill(null) })
  const header = { ...none, fields: ['name' as const, ...none.fields.slice(1)] }
  expect(memberRows(LIST, { header, withHidden: false, position: '' })).toHaveLength(3)
})

test('one position is given to all members of a list without such a column', () => {
  expect(memberRows(LIST, reading)).toMatchObject([{ row: 3, name: '박지민', position: '과장' }])
  expect(memberRows(LIST, { ...reading, position: '' })[0]).not.toHaveProperty('position')
})

test('a line break inside a cell is a space; a header with one is still found on each page', () => {
  const header = ['이름', '회사명\n(소속)', '전화번호']
  const lines = linesOf(header, ['박지민 ', '한빛전자 \r\n 영업팀', '010-1234\n5678'], header)
  const rows = memberRows(lines, { ...reading, header: readHeader(lines), position: '' })
  expect(rows).toEqual([{ row: 2, name: '박지민', company_name: '한빛전자 영업팀', phone: '010-1234 5678' }])
})

test('a file of problems has complete rows, the numbers of the spreadsheet and headers that are known', () => {
  expect(problemFile(LIST, reading, [{ row: 3, texts: ['이메일: 중복', '등급: 없음'] }])).toEqual([
    ['행', '이름', '회사명', '전화번호', '이메일', '비고 (내부)', '직책', '문제'],
    [
      '3',
      '박지민',
      '한빛전자',
      '010-1234-5678',
      'jimin@example.com',
      '연사',
      '과장',
      '이메일: 중복 / 등급: 없음',
    ],
  ])
})
