import { describe, expect, test } from 'vitest'
import { memberRows, problemFile, readHeader, type MemberField, type MemberHeader } from './member-list.ts'
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

test('a file of problems has the numbers of the spreadsheet and headers that are known', () => {
  const problems = [{ row: 3, texts: ['이메일: 중복', '등급: 없음'] }]
  expect(problemFile(memberRows(LIST, reading), problems)).toEqual([
    ['행', '이름', '회사명', '직책', '전화번호', '이메일', '문제'],
    ['3', '박지민', '한빛전자', '과장', '010-1234-5678', 'jimin@example.com', '이메일: 중복 / 등급: 없음'],
  ])
})

test('a corrected file of problems is read as the list was, not from columns that were left out', () => {
  const lines = linesOf(
    ['이름(한글)', 'Last Name', 'First Name', '휴대폰', '연락처'],
    ['홍길동', 'Hong', 'Gildong', '없음', '010-1'],
  )
  const fields = [null, 'family_name', 'name', null, 'phone'] as (MemberField | null)[]
  const rowsOf = (list: Line[], header: MemberHeader) =>
    memberRows(list, { header, withHidden: false, position: '' })
  const rows = rowsOf(lines, { ...readHeader(lines), fields })
  const again = linesOf(...problemFile(rows, [{ row: 2, texts: ['회사명: 없음'] }]))
  expect(rowsOf(again, readHeader(again))).toEqual([{ row: 2, name: 'Gildong Hong', phone: '010-1' }])
})

const PLACES = ['회사명', '직책', '휴대폰', '이메일']
const rowOf = (header: string[], ...cells: string[]) => {
  const lines = linesOf(
    [...header, ...PLACES],
    [...cells, '한빛전자', '과장', '010-1234-5678', 'a@example.com'],
  )
  return memberRows(lines, { header: readHeader(lines), withHidden: false, position: '' })[0]!
}

describe('the name of a list, which becomes the password, is whole', () => {
  test.each([
    ['홍길동', { 성: '홍', 이름: '길동' }],
    ['홍길동', { '이름(名)': '길동', '성(姓)*': '홍' }],
    ['홍길동', { '이름 (First Name)': '길동', '성 (Last Name)': '홍' }],
    ['Gildong Hong', { 'First Name': 'Gildong', 'Last Name': 'Hong' }],
    ['Ana María García López', { Surname: 'García López', Name: 'Ana María' }],
    ['山田太郎', { 'Family Name': '山田', 'Given Name': '太郎' }],
    ['Cher', { 'First Name': 'Cher', 'Last Name': '' }],
    ['', { 성: '홍', 이름: '' }],
    // A whole name stands alone.
    ['홍길동', { 성명: '홍길동', 성: '남' }],
    ['홍길동', { 이름: '홍길동', 'First Name': 'Gildong', 'Last Name': 'Hong' }],
    ['홍길동', { '성(영문)': 'Hong', '이름(영문)': 'Gildong', '이름(국문)': '홍길동' }],
    ['홍길동', { '성(영문)': 'Hong', '이름(영문)': 'Gildong', 성명: '홍길동' }],
    ['Gildong Hong', { 'Full Name': 'Gildong Hong', 'First Name': 'Gildong', 'Last Name': 'Hong' }],
    ['홍길동', { '이름(영문)': 'Gildong Hong', '이름(국문)': '홍길동' }],
    ['홍길동', { 영문이름: 'Gildong Hong', 한글이름: '홍길동' }],
    ['Gildong Hong', { '이름(영문)': 'Gildong Hong' }],
    ['홍길동', { 성: '홍', 이름: '홍길동' }],
    ['남궁민', { 성: '남궁', 이름: '남궁민' }],
    ['서서연', { 성: '서', 이름: '서연' }],
    ['이이', { 성: '이', 이름: '이' }],
    ['진우진', { 성: '진', 이름: '우진' }],
    ['Gildong Hong', { Name: 'Gildong Hong', 'Last Name': 'Hong' }],
    ['Hong Gildong', { Name: 'Hong Gildong', 'Last Name': 'Hong' }],
    ['Honghee Hong', { 'First Name': 'Honghee', 'Last Name': 'Hong' }],
    ['Thomas Thomas', { 'First Name': 'Thomas', 'Last Name': 'Thomas' }],
    ['Gildong Hong', { Name: 'Gildong Hong', 'First Name': 'Gildong' }],
    ['Mª José García', { 'First Name': 'Mª José', 'Last Name': 'García' }],
    ['محمد علي', { 'First Name': 'محمد', 'Last Name': 'علي' }],
    // A contact's name never replaces the English name.
    ['홍길동', { '이름(한글/영문)': '홍길동', 담당자: '이담당' }],
    ['홍길동', { '성명(국/영문)': '홍길동', 담당자: '이담당' }],
    ['Gildong Hong', { 담당자: '이담당', '이름(영문)': 'Gildong Hong' }],
    ['Gildong Hong', { 신청자: '이담당', '참석자명(영문)': 'Gildong Hong' }],
    ['Gildong Hong', { 신청자: '이담당', Name: 'Gildong Hong' }],
    ['홍길동', { 'Name (영문)': 'Gildong Hong', 'Name (한글)': '홍길동' }],
    ['Gildong Hong', { 'Name (영문)': 'Gildong Hong' }],
  ])('%s of %o', (name, cells) => {
    expect(rowOf(Object.keys(cells), ...Object.values(cells))).toEqual({
      row: 2,
      name,
      company_name: '한빛전자',
      position: '과장',
      phone: '010-1234-5678',
      email: 'a@example.com',
    })
  })

  test('half a name is not taken for it, and the columns can be assigned by hand', () => {
    const lines = linesOf(['First Name', 'Apellidos'], ['Gildong', 'Hong'])
    const header = readHeader(lines)
    expect(header.fields).toEqual([null, null])
    const rows = memberRows(lines, {
      ...reading,
      header: { ...header, fields: ['name', 'family_name'] },
      position: '',
    })
    expect(rows).toEqual([{ row: 2, name: 'Gildong Hong' }])
  })
})

test.each([
  [['회사명(국문/영문)', '소속'], 0],
  [['소속', '회사명(영문)'], 1],
  [['기관', '회사명(영문)'], 1],
  [['회사명(영문)', '소속', '회사명'], 2],
  [['추천기관', '회사명'], 1],
  [['추천기관', '발급기관(영문)'], -1],
])('of %j, column %i is the company', (header, place) => {
  expect(readHeader(linesOf([...header, '이메일'])).fields.indexOf('company_name')).toBe(place)
})

test.each([
  ['name', '신청자'],
  ['company_name', '회사/기관'],
  ['company_name', '고객사'],
  ['company_name', '기관'],
  ['company_name', '소속 기관'],
  ['company_name', '기관명(영문)'],
  ['company_name', 'Company (영문)'],
  ['company_name', 'Company Name (영문)'],
  ['position', 'Position (영문)'],
  ['phone', 'Mobile No.'],
  ['phone', 'Phone No.'],
  ['phone', 'Contact No.'],
  ['phone', 'Tel. No.'],
  ['phone', '연락처1'],
  ['email', 'E-mail 주소'],
  ['email', 'e메일'],
])('%s is known as %s', (field, header) => {
  expect(readHeader(linesOf([header, '비고'])).fields).toEqual([field, null])
})
