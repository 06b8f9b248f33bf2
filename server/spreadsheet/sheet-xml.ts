import type { Cell, Sheet } from './sheet.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const OFFICE = 'http://schemas.openxmlformats.org'
const MAIN = `xmlns="${OFFICE}/spreadsheetml/2006/main"`
const LINKS = `${OFFICE}/officeDocument/2006/relationships`
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
// Excel counts days from 1899-12-30.
const DAYS_TO_1970 = 25_569
const DAY_MS = 86_400_000

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Characters that no XML may hold, and what spreadsheet programs would take for one of them.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (mark) => ESCAPED[mark]!)

const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) + String.fromCodePoint(65 + (column % 26))

/** Cell formats by style number: 0 is none, 1 the headers. */
export type Formats = string[]
const [PLAIN, HEADER, FIRST] = [0, 1, 2]
// Text, so that a cell that begins with = does not become a formula when edited.
const TEXT = '@'

function styleOf(formats: Formats, format: string): number {
  const known = formats.indexOf(format)
  return FIRST + (known < 0 ? formats.push(format) - 1 : known)
}

const numberOf = (value: number | Date) =>
  typeof value === 'number' ? value : value.getTime() / DAY_MS + DAYS_TO_1970

const textCell = (at: string, style: number, text: string) =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
const numberCell = (at: string, style: number, value: number) =>
  `<c r="${at}" s="${style}"><v>${value}</v></c>`

function cellXml(at: string, value: Cell, formats: Formats): string {
  if (value === null || value === '') return ''
  if (typeof value === 'string') return textCell(at, styleOf(formats, TEXT), value)
  if (typeof value === 'number') return numberCell(at, PLAIN, value)
  if (value instanceof Date) return numberCell(at, styleOf(formats, 'yyyy-mm-dd hh:mm'), numberOf(value))
  return numberCell(at, styleOf(formats, value.format), numberOf(value.value))
}

export const rowXml = (row: number, cells: readonly Cell[], formats: Formats): string =>
  `<row r="${row}">${cells.map((cell, column) => cellXml(letters(column) + row, cell, formats)).join('')}</row>`

/** Freezes the headers and the first column. */
export const sheetHead = ({ columns }: Sheet): string =>
  `${XML}<worksheet ${MAIN}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" xSplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(({ width }, n) => `<col min="${n + 1}" max="${n + 1}" width="${width}" customWidth="1"/>`)
    .join('')}</cols><sheetData><row r="1">${columns
    .map(({ header }, n) => textCell(`${letters(n)}1`, HEADER, header))
    .join('')}</row>`

/** Adds the filter buttons of the header. */
export const sheetTail = ({ columns }: Sheet, rows: number): string =>
  `</sheetData><autoFilter ref="A1:${letters(columns.length - 1)}${rows}"/></worksheet>`

export const otherParts = (sheets: readonly Sheet[], formats: Formats): Record<string, string> => ({
  'xl/styles.xml': `${XML}<styleSheet ${MAIN}><numFmts count="${formats.length}">${formats
    .map((format, n) => `<numFmt numFmtId="${164 + n}" formatCode="${escaped(format)}"/>`)
    .join(
      '',
    )}</numFmts><fonts count="2"><font><family val="2"/></font><font><b/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellXfs count="${FIRST + formats.length}"><xf/><xf fontId="1" applyFont="1"/>${formats
    .map((_, n) => `<xf numFmtId="${164 + n}" applyNumberFormat="1"/>`)
    .join('')}</cellXfs></styleSheet>`,
  'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${LINKS}"><bookViews><workbookView/></bookViews><sheets>${sheets
    .map(({ title }, n) => `<sheet name="${escaped(title)}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`)
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships([
    ...sheets.map((_, n) => ({ kind: 'worksheet', target: sheetPath(n).replace('xl/', '') })),
    { kind: 'styles', target: 'styles.xml' },
  ]),
  '_rels/.rels': relationships([{ kind: 'officeDocument', target: 'xl/workbook.xml' }]),
  '[Content_Types].xml': `${XML}<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${[
    ['/xl/workbook.xml', 'sheet.main'],
    ['/xl/styles.xml', 'styles'],
    ...sheets.map((_, n) => [`/${sheetPath(n)}`, 'worksheet']),
  ]
    .map(([path, type]) => `<Override PartName="${path}" ContentType="${TYPES}.${type}+xml"/>`)
    .join('')}</Types>`,
})

export const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet + 1}.xml`

const relationships = (links: { kind: string; target: string }[]) =>
  `${XML}<Relationships xmlns="${OFFICE}/package/2006/relationships">${links
    .map(
      ({ kind, target }, n) => `<Relationship Id="rId${n + 1}" Type="${LINKS}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`
