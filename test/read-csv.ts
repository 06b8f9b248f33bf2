const RECORD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y

/** Strictly as RFC 4180 says, with the mark of UTF-8. An empty line is a record of one empty cell. */
export function readCsv(file: Uint8Array): string[][] {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)
  if (!text.startsWith('\uFEFF')) throw new Error('no UTF-8 mark')
  const records: string[][] = []
  let record: string[] = []
  RECORD.lastIndex = 1
  while (RECORD.lastIndex < text.length) {
    const at = RECORD.lastIndex
    const found = RECORD.exec(text)
    if (!found) throw new Error(`not RFC 4180: ${JSON.stringify(text.slice(at, at + 40))}`)
    record.push(found[1]?.replaceAll('""', '"') ?? found[2]!)
    if (found[3] === ',') continue
    records.push(record)
    record = []
  }
  return records
}

type Rows = Record<string, string>[]

/** As a program reads them: rows by header without empty cells, and without the apostrophe before formulas. */
export function csvRows([header, ...lines]: readonly string[][]): Rows {
  return lines.map((cells) =>
    Object.fromEntries(
      header!.flatMap((title, n) => (cells[n] ? [[title, cells[n].replace(/^'(?=[=+@-])/, '')]] : [])),
    ),
  )
}

/** The tables of a file of several, each under its title and ended by an empty line. */
export function csvTables(records: readonly string[][]): [title: string, Rows][] {
  const end = records.findIndex(([cell, ...others]) => cell === '' && others.length === 0)
  const [title, ...table] = end < 0 ? records : records.slice(0, end)
  return [[title![0]!, csvRows(table)], ...(end < 0 ? [] : csvTables(records.slice(end + 1)))]
}
