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

const SEPARATORS = [',', ';', '\t'] as const

/** The most frequent separator of the first line. */
function separatorOf(text: string): string {
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/\r?\n|\r/, 1)
  const counts = SEPARATORS.map((sign) => line.split(sign).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))]!
}

/** A quoted cell may contain separators, line ends and doubled quotes. */
export function parseCsv(text: string): string[][] {
  const separator = separatorOf(text)
  // A cell, quoted or plain, and its end.
  const cell = new RegExp(
    `("(?:[^"]|"")*"?|[^${separator}\\r\\n]*)[^${separator}\\r\\n]*(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  const lines: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const [, raw, end] = cell.exec(text)!
    const typed = raw!.startsWith('"') ? raw!.slice(1).replace(/"$/, '').replaceAll('""', '"') : raw!
    lines.at(-1)!.push(typed.replace(MARKED, ''))
    if (end === separator) {
      if (cell.lastIndex === text.length) lines.at(-1)!.push('')
    } else if (cell.lastIndex < text.length) lines.push([])
  }
  return lines
}

function quoted(cell: string): string {
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Korean Excel needs the UTF-8 mark. */
export const csvFile = (lines: readonly (readonly string[])[]): Blob =>
  new Blob(['\ufeff', ...lines.map((line) => `${line.map(quoted).join(',')}\r\n`)], {
    type: 'text/csv;charset=utf-8',
  })
