export type Column<Field extends string> = { field: Field; names: readonly string[] }

export type PastedRow<Field extends string> = { cells: Readonly<Record<Field, string>>; hasMore: boolean }

/** Tabs, commas or semicolons; a header may reorder columns; blank rows are dropped. */
export function readTable<Field extends string>(
  text: string,
  columns: readonly Column<Field>[],
): PastedRow<Field>[] {
  const rows = splitTable(text)
    .map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ').trim()))
    .filter((row) => row.some((cell) => cell !== ''))
  const named = rows[0]?.map((cell) => columns.find(({ names }) => names.includes(keyOf(cell)))?.field)
  const isHeader = named !== undefined && named.filter(Boolean).length >= Math.min(2, rows[0]!.length)
  const fields = isHeader ? named : columns.map(({ field }) => field)
  return (isHeader ? rows.slice(1) : rows).map((row) => ({
    cells: Object.fromEntries(
      columns.map(({ field }) => [field, row[fields.indexOf(field)] ?? '']),
    ) as Record<Field, string>,
    hasMore: row.slice(fields.length).some((cell) => cell !== ''),
  }))
}

const keyOf = (cell: string) =>
  cell
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_*()]/g, '')

function delimiterOf(text: string): string {
  const unquoted = text.replaceAll(/"[^"]*"/g, '')
  if (unquoted.includes('\t')) return '\t'
  const [first = ''] = unquoted.trimStart().split('\n', 1)
  return first.split(';').length > first.split(',').length ? ';' : ','
}

/** Tabs, commas or semicolons; a cell in quotation marks may hold them and line breaks. */
export function splitTable(text: string): string[][] {
  const clean = text.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, '')
  const delimiter = delimiterOf(clean)
  const cell = new RegExp(` *"((?:[^"]|"")*)" *(?=[${delimiter}\n]|$)|([^${delimiter}\n]*)`, 'y')
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
