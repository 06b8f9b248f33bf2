import { expect, test } from 'vitest'
import { MEMBER_COLUMNS } from './member-list.ts'
import { findSheet, isBroken, linesOf, tableText } from './pasted-table.ts'

test('the visible sheet with the most known columns is chosen', () => {
  const sheetOf = (isHidden: boolean, ...cells: string[]) => ({
    name: '',
    isHidden,
    lines: [{ row: 1, cells }],
  })
  const find = (...sheets: ReturnType<typeof sheetOf>[]) => findSheet(sheets, MEMBER_COLUMNS)
  const [cover, less, most] = [['표지'], ['이름', '메일'], ['이름', '메일', '회사']]
  expect(find(sheetOf(false, ...cover), sheetOf(true, ...most), sheetOf(false, ...less))).toBe(2)
  expect(find(sheetOf(true, ...less), sheetOf(true, ...most))).toBe(0)
})

test.each([
  ['박\ufffd민', true],
  ['#N/A', true],
  ['#REF!', true],
  ['#SPILL!', true],
  ['#DIV/0!', true],
  ['#NAME?', true],
  ['#1 전자', false],
  ['박지민', false],
])('%s is broken: %s', (text, is) => {
  expect(isBroken(text)).toBe(is)
})

test('rows of a sheet, pasted as text, keep their numbers and cells whatever is in them', () => {
  const lines = [
    { row: 2, cells: ['회의실, 층, 인원'] },
    { row: 4, cells: ['A, 창가', '', '"12"명'] },
    { row: 5, cells: ['B,\n안쪽\t방', '3', '8'] },
  ]
  expect(linesOf(tableText(lines))).toEqual([
    { row: 2, cells: ['회의실, 층, 인원', ''] },
    { row: 4, cells: ['A, 창가', '', '"12"명', ''] },
    { row: 5, cells: ['B, 안쪽 방', '3', '8', ''] },
  ])
})
