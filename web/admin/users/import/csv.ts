import { splitTable } from '../../../../domain/pasted-table.ts'

/** UTF-8 or UTF-16 by its mark, else UTF-8, else the encoding of Korean Windows. */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('euc-kr').decode(bytes)
  }
}

// Spreadsheets read such a cell as a formula, and with an apostrophe as text.
const FORMULA = /^[=+@\t\r-]/
const MARKED = /^'(?=[=+@\t\r-])/

/** The cells of a file, without the apostrophes that mark text. */
export const parseCsv = (text: string): string[][] =>
  splitTable(text).map((row) => row.map((cell) => cell.replace(MARKED, '')))

function quoted(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Korean Excel needs the UTF-8 mark. */
export const csvFile = (lines: readonly (readonly string[])[]): Blob =>
  new Blob(['\ufeff', ...lines.map((line) => `${line.map(quoted).join(',')}\r\n`)], {
    type: 'text/csv;charset=utf-8',
  })

/** Saves lines as a file that spreadsheets open. */
export function saveCsv(name: string, lines: readonly (readonly string[])[]): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(csvFile(lines))
  link.download = name
  link.click()
  // Not at once: some browsers only now begin to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
