import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { makeWorkbook, sheetData } from '../../../../test/workbook.ts'
import { readXlsx } from './xlsx.ts'

const read = (xml: string, parts = {}) => readXlsx(makeWorkbook([{ name: '명단', xml }], parts))[0].lines
const cells = (xml: string, parts = {}) => read(xml, parts).map((line) => line.cells)
const row = (...inner: string[]) => `<sheetData><row r="1">${inner.join('')}</row></sheetData>`

test('texts are shared, rich, inline or of a formula, and a reading beside them is no part of them', () => {
  const shared = `<si><t>박지민</t></si><si><r><rPr><b/></rPr><t>한빛</t></r><r><t xml:space="preserve"> 전자</t></r></si>
    <si><t>金</t><rPh sb="0" eb="1"><t>김</t></rPh></si>`
  const xml = row(
    '<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c>',
    '<c r="D1" t="inlineStr"><is><r><t>가 &amp; </t></r><r><t>나&#10;_x000D_</t></r></is></c>',
    '<c r="E1" t="str"><f>A1&amp;"님"</f><v>박지민님</v></c>',
  )
  expect(cells(xml, { shared })).toEqual([['박지민', '한빛 전자', '金', '가 & 나\n\r', '박지민님']])
})

test('numbers, stored values of formulas, booleans, errors and dates are read as they are shown', () => {
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;년&quot; m&quot;월&quot;"/>
      <numFmt numFmtId="165" formatCode="[Red]000&quot;day&quot;"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs>`
  const xml = row(
    '<c r="A1"><v>1012345678</v></c><c r="B1"><f>ROW()-1</f><v>1.012345678E9</v></c><c r="C1" t="b"><v>1</v></c>',
    '<c r="D1" t="e"><v>#N/A</v></c><c r="E1" s="1"><v>46347</v></c><c r="F1" s="2"><v>46347</v></c>',
    '<c r="G1" s="3"><v>7</v></c><c r="H1" s="4"><v>46347.4375</v></c><c r="I1" t="d"><v>2026-11-21</v></c>',
  )
  const shown = ['1012345678', '1012345678', 'TRUE', '#N/A', '2026-11-21', '2026-11-21', '7']
  expect(cells(xml, { styles })).toEqual([[...shown, '2026-11-21 10:30', '2026-11-21']])
})

test('a cell without its place follows the one before it, and a lying dimension changes nothing', () => {
  const xml = `<dimension ref="A1:XFD1048576"/><sheetData>
    <row><c t="str"><v>가</v></c><c r="c1" t="str"><v>다</v></c><c t="str"><v>라</v></c></row>
    <row r="4"><c r="$B$4" t="str"><v>나</v></c></row><row><c t="str"><v>가</v></c></row></sheetData>`
  expect(read(xml)).toEqual([
    { row: 1, cells: ['가', '', '다', '라'] },
    { row: 4, cells: ['', '나'] },
    { row: 5, cells: ['가'] },
  ])
})

test('a cell merged over rows belongs to each of them; one merged over columns stays where it is', () => {
  const merged =
    '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A2:A3"/><mergeCell ref="B1:XFD1048576"/></mergeCells>'
  const table = sheetData([
    ['명단', null, null],
    ['한빛전자', '박지민'],
    [null, '김서연'],
  ])
  expect(cells(table + merged)).toEqual([['명단'], ['한빛전자', '박지민'], ['한빛전자', '김서연']])
})

test('hidden rows and hidden sheets are marked, and empty sheets are left out', () => {
  const sheets = readXlsx(
    makeWorkbook([
      { name: '표지', xml: '<sheetData/>' },
      { name: '작년', xml: sheetData([['가']]), state: 'hidden' },
      { name: 'A&amp;B', xml: sheetData([['가'], ['나'], ['다']], { hidden: [2] }) },
    ]),
  )
  expect(sheets.map(({ name, isHidden }) => [name, isHidden])).toEqual([
    ['작년', true],
    ['A&B', false],
  ])
  expect(sheets[1].lines.map(({ isHidden = false }) => isHidden)).toEqual([false, true, false])
})

test('other prefixes, single quotes and strict namespaces are read too', () => {
  const xml = `<x:sheetData><x:row r='1'><x:c r='A1' t='inlineStr'><x:is><x:t>가</x:t></x:is></x:c></x:row></x:sheetData>`
  expect(cells(xml)).toEqual([['가']])
})

test('a workbook whose parts are numbered, as some programs write it, is read too', () => {
  const styles = '<cellXfs><xf numFmtId="14"/></cellXfs>'
  const xml = row('<c r="A1" t="s"><v>0</v></c><c r="B1" s="0"><v>46347</v></c>')
  const parts = unzipSync(makeWorkbook([{ name: '명단', xml }], { shared: '<si><t>박지민</t></si>', styles }))
  const numbered = Object.entries(parts).map(([name, part]) => [
    name.replace(/(workbook|sharedStrings|styles)\.xml/, '$12.xml'),
    part,
  ])
  const [sheet] = readXlsx(zipSync(Object.fromEntries(numbered)))
  expect(sheet).toMatchObject({ name: '명단', lines: [{ cells: ['박지민', '2026-11-21'] }] })
})

test.each([
  ['tags that never end', '<c'.repeat(2_000_000)],
  ['names that never end', `<${'c'.repeat(4_000_000)}`],
  ['quotation marks that never end', '<c r="A1'.repeat(500_000)],
  ['cells within cells', '<c>'.repeat(1_000_000)],
  ['many merged cells', `${sheetData([['가']])}${'<mergeCell ref="A1:A1048576"/>'.repeat(100_000)}`],
])('%s do not hang the reader', { timeout: 30_000 }, (_, xml) => {
  const read = () => readXlsx(makeWorkbook([{ name: '명단', xml }]))
  try {
    expect(read().length).toBeLessThan(2)
  } catch (failure) {
    expect((failure as Error).message).toMatch(/^(파일을 읽을 수 없습니다|표가 너무 큽니다)/)
  }
})
