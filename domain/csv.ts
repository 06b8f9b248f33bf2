import { linesOf, type Line } from './pasted-table.ts'

/** Needed by Excel. */
export const UTF8_MARK = '\uFEFF'

// Spreadsheets would calculate it.
const FORMULA = /^[=+@\t\r\n＝＋－＠-]/

function quoted(cell: string | number): string {
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Marks formulas as text. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(quoted).join(',')}\r\n`

export const parseCsv = (text: string): Line[] =>
  linesOf(text).map(({ row, cells }) => ({
    row,
    cells: cells.map((cell) =>
      cell
        // A formula that other programs write to keep leading zeros.
        .replace(/^="(.*)"$/, '$1')
        .replace(/^'(.+)/s, (marked, text: string) => (FORMULA.test(text) ? text : marked)),
    ),
  }))
