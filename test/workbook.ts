import { strToU8, zipSync } from 'fflate'

type Sheet = { name: string; xml: string; state?: 'hidden' | 'veryHidden' }
type Parts = { shared?: string; styles?: string }

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** A workbook from the XML inside its parts, as small as spreadsheet programs accept it. */
export function makeWorkbook(sheets: readonly Sheet[], { shared = '', styles = '' }: Parts = {}) {
  const numbered = sheets.map((sheet, index) => ({ ...sheet, id: index + 1 }))
  const listed = numbered.map(
    ({ name, state = 'visible', id }) =>
      `<sheet name="${name}" sheetId="${id}" state="${state}" r:id="rId${id}"/>`,
  )
  const related = numbered.map(({ id }) => `<Relationship Id="rId${id}" Target="worksheets/sheet${id}.xml"/>`)
  return zipSync({
    'xl/workbook.xml': strToU8(
      `<?xml version="1.0"?><workbook ${MAIN}><sheets>${listed.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(`<Relationships>${related.join('')}</Relationships>`),
    'xl/sharedStrings.xml': strToU8(`<sst ${MAIN}>${shared}</sst>`),
    'xl/styles.xml': strToU8(`<styleSheet ${MAIN}>${styles}</styleSheet>`),
    ...Object.fromEntries(
      numbered.map(({ id, xml }) => [
        `xl/worksheets/sheet${id}.xml`,
        strToU8(`<worksheet ${MAIN}>${xml}</worksheet>`),
      ]),
    ),
  })
}

/** Rows of texts; null is no cell. */
export const sheetData = (
  rows: readonly (readonly (string | null)[])[],
  { hidden = [] as readonly number[] } = {},
) =>
  `<sheetData>${rows
    .map((cells, row) => {
      const inner = cells.map((text, column) =>
        text === null
          ? ''
          : `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`,
      )
      return `<row r="${row + 1}"${hidden.includes(row + 1) ? ' hidden="1"' : ''}>${inner.join('')}</row>`
    })
    .join('')}</sheetData>`
