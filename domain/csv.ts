import { linesOf, type Line } from './pasted-table.ts'

/** Needed by Excel. */
export const UTF8_MARK = '\uFEFF'

// Spreadsheets would calculate it.
const FORMULA = /^[=+@\t\r\n＝＋－＠-]/
const MARKED = /^'(?=[=+@\t\r\n＝＋－＠-])/
// Keeps zeros.
const AS_TEXT = /^="(.*)"$/

function quoted(cell: string | number): string {
  const text = typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : String(cell)
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Marks formulas as text. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(quoted).join(',')}\r\n`

export const parseCsv = (text: string): Line[] =>
  linesOf(text).map(({ row, cells }) => ({
    row,
    cells: cells.map((cell) => cell.replace(AS_TEXT, '$1').replace(MARKED, '')),
  }))
