/** Preferred names first, spelled as by `keyOf`. */
export type Column<Field extends string> = { field: Field; names: readonly string[] }

export const column = <Field extends string>(field: Field, names: string, header = '') => ({
  field,
  names: names.split(/\s+/),
  header,
})

/** `row` is its number in the spreadsheet. */
export type Line = { row: number; cells: readonly string[]; isHidden?: boolean }

export type Sheet = { name: string; isHidden: boolean; lines: readonly Line[] }

export type Header<Field> = { at: number; cells: readonly string[]; fields: readonly (Field | null)[] }

export type PastedRow<Field extends string> = {
  row: number
  cells: Readonly<Record<Field, string>>
  hasMore: boolean
}

/** Tabs, commas or semicolons; a header may reorder columns; drops blank rows. */
export function readTable<Field extends string>(
  text: string,
  columns: readonly Column<Field>[],
): PastedRow<Field>[] {
  const lines = linesOf(text)
  const header = findHeader(lines, columns)
  const fields = header?.fields ?? columns.map(({ field }) => field)
  return lines.slice(header ? header.at + 1 : 0).map(({ row, cells }) => ({
    row,
    cells: Object.fromEntries(
      columns.map(({ field }) => [field, oneLine(cells[fields.indexOf(field)])]),
    ) as Record<Field, string>,
    hasMore: cells.slice(fields.length).some((cell) => cell.trim() !== ''),
  }))
}

export const BROKEN_TEXT = '깨진 글자나 수식 오류가 있습니다.'

export const isBroken = (text: string): boolean =>
  text.includes('\ufffd') || /^#(N\/A|[A-Z/\d]+[!?])$/.test(text)

export const oneLine = (cell = '') => cell.replaceAll(/\s+/g, ' ').trim()

export const linesOf = (text: string): Line[] =>
  splitTable(text)
    .map((cells, index) => ({ row: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))

/** For pasting: a tab after each cell. */
export function tableText(lines: readonly Line[]): string {
  const rows: string[] = []
  for (const { row, cells } of lines)
    rows[row - 1] = cells.map((cell) => `${quoted(oneLine(cell))}\t`).join('')
  return rows.join('\n')
}

const quoted = (cell: string) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell)

const SEARCHED = 50

/** The line with most known columns; a group's name above an empty cell counts. */
export function findHeader<Field extends string>(
  lines: readonly Line[],
  columns: readonly Column<Field>[],
): Header<Field> | null {
  let best: Header<Field> | null = null
  let most = 0
  for (const [at, { cells }] of lines.slice(0, SEARCHED).entries()) {
    const above = lines[at - 1]?.cells ?? []
    const width = Math.max(cells.length, above.length)
    const merged = Array.from({ length: width }, (_, n) => cells[n]?.trim() || above[n] || '')
    for (const each of known(columnsOf(cells, columns)) > 1 ? [cells, merged] : [cells]) {
      const fields = columnsOf(each, columns)
      const isAlone = each.length === 1 && columns.some(({ names }) => names.includes(keyOf(each[0]!)))
      if (known(fields) > most && (known(fields) > 1 || isAlone)) {
        best = { at, cells: each, fields }
        most = known(fields)
      }
    }
  }
  return best
}

const known = (fields: readonly unknown[]) => fields.filter(Boolean).length

/** The visible sheet with most known columns. */
export function findSheet(sheets: readonly Sheet[], columns: readonly Column<string>[]): number {
  const counts = sheets.map(({ lines, isHidden }) =>
    isHidden ? -1 : known(findHeader(lines, columns)?.fields ?? columnsOf(lines[0]?.cells ?? [], columns)),
  )
  return counts.indexOf(Math.max(...counts))
}

/** Exact names first, then known ends, as of `담당 언어`. */
export function columnsOf<Field extends string>(
  header: readonly string[],
  columns: readonly Column<Field>[],
): (Field | null)[] {
  const keys = header.map(keyOf)
  const fields: (Field | null)[] = keys.map(() => null)
  const assign = (isNamed: (key: string, name: string) => boolean) => {
    for (const { field, names } of columns)
      for (const name of names) {
        const place = keys.findIndex((key, n) => !fields[n] && isNamed(key, name))
        if (place !== -1 && !fields.includes(field)) fields[place] = field
      }
  }
  assign((key, name) => key === name)
  // 추천기관 is no company.
  assign((key, name) => /^(?!기관$)[가-힣]{2}/.test(name) && key.endsWith(name))
  return fields
}

/** `전화번호*\n(- 없이)` is `전화번호`, `이름(영문)` is `영문이름`. */
export function keyOf(cell: string): string {
  const text = cell.normalize('NFKC').toLowerCase()
  const bare = text.replaceAll(/\([^)]*\)|\[[^\]]*\]|<[^>]*>|필수|국문|한글|영문/g, '')
  const language = /^[^국한]*영문[^국한]*$/.test(text) ? '영문' : ''
  return [language + bare, text].map((each) => each.replaceAll(/[^\p{L}\p{N}]/gu, '')).find(Boolean) ?? ''
}

function delimiterOf(text: string): string {
  const lines = text
    .replaceAll(/"[^"]*"/g, '')
    .split('\n')
    .slice(0, SEARCHED)
  const counts = ['\t', ';', ','].map((sign) => {
    const having = lines.filter((line) => line.includes(sign))
    // Copied cells may contain commas.
    const signs = sign === '\t' ? Infinity : having.join('').split(sign).length
    return { sign, lines: having.length, signs }
  })
  return counts.sort((a, b) => b.lines - a.lines || b.signs - a.signs)[0]!.sign
}

/** Quoted cells may hold separators and line breaks. */
function splitTable(text: string): string[][] {
  const whole = text.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, '')
  const named = /^"?sep=([^\n])"?\n/i.exec(whole)
  const clean = named ? whole.slice(named[0].length) : whole
  const delimiter = named?.[1] ?? delimiterOf(clean)
  const sign = delimiter.replace(/[\\\]^-]/, '\\$&')
  const cell = new RegExp(` *"((?:[^"]|"")*)" *(?=[${sign}\n]|$)|([^${sign}\n]*)`, 'y')
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < clean.length || row.length > 0; at = cell.lastIndex + 1) {
    cell.lastIndex = at
    const [, quoted, plain = ''] = cell.exec(clean)!
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (clean[cell.lastIndex] === delimiter) continue
    rows.push(row)
    row = []
  }
  return rows
}
