import { strFromU8, unzipSync } from 'fflate'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescape = (xml: string) =>
  xml.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (_, decimal?: string, hex?: string, name?: string) =>
    name ? ENTITIES[name]! : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex!, 16)),
  )
const attributesOf = (tag: string) =>
  Object.fromEntries([...tag.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]))
const textOf = (xml: string) =>
  [...xml.matchAll(/<t(?:\s[^>]*)?>([\s\S]*?)<\/t>/g)].map(([, text]) => unescape(text!)).join('')

type Cell = { type: string; value: string | number; format: string | undefined }

/** Dates are days since 1899-12-30, times fractions of a day. */
function shownAs(value: number, format: string | undefined): string | number {
  if (!format || !/[ymdh]/.test(format)) return value
  const minutes = Math.round(value * 1440)
  const iso = new Date(Date.UTC(1899, 11, 30) + minutes * 60_000).toISOString()
  if (format === '[hh]:mm')
    return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return format === 'yyyy-mm-dd' ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ')
}

function formatsOf(styles: string): (string | undefined)[] {
  const own = new Map(
    [...styles.matchAll(/<numFmt\b[^>]*>/g)].map(([tag]) => {
      const { numFmtId, formatCode } = attributesOf(tag)
      return [numFmtId, unescape(formatCode!)]
    }),
  )
  const cells = /<cellXfs\b[^>]*>([\s\S]*?)<\/cellXfs>/.exec(styles)?.[1] ?? ''
  return [...cells.matchAll(/<xf\b[^>]*>/g)].map(([tag]) => own.get(attributesOf(tag)['numFmtId']))
}

export const sheetNames = (file: Uint8Array) =>
  [...strFromU8(unzipSync(file)['xl/workbook.xml']!).matchAll(/<sheet\b[^>]*\bname="([^"]*)"/g)].map(
    ([, name]) => unescape(name!),
  )

/** Every sheet with its rows, numbers as the texts that are shown. */
export const shownSheets = (file: Uint8Array) =>
  sheetNames(file).map((title, n) => [title, shownRows(readSheet(file, n + 1).rows)])

export const shownRows = (rows: readonly Record<string, string | number>[]) =>
  rows.map((row) => Object.fromEntries(Object.entries(row).map(([header, cell]) => [header, String(cell)])))

/** The first sheet by default, as a spreadsheet program shows it. */
export function readSheet(file: Uint8Array, sheet = 1) {
  const parts = unzipSync(file)
  const part = (name: string) => strFromU8(parts[name]!)
  const xml = part(`xl/worksheets/sheet${sheet}.xml`)
  const formats = formatsOf(part('xl/styles.xml'))
  const readCell = (tag: string, content: string): [string, Cell] => {
    const { r, t, s } = attributesOf(tag)
    const format = formats[Number(s)]
    const raw = /<v>([\s\S]*?)<\/v>/.exec(content)?.[1] ?? ''
    const value = t === 'inlineStr' ? textOf(content) : shownAs(Number(raw), format)
    return [r!.replaceAll(/\d/g, ''), { type: t ? 's' : 'n', value, format }]
  }
  const lines = [...xml.matchAll(/<row\b[^>]*>([\s\S]*?)<\/row>/g)].map(
    ([, row]) =>
      new Map(
        [...row!.matchAll(/<c\b([^>]*?)>([\s\S]*?)<\/c>/g)].map(([, tag, content]) =>
          readCell(tag!, content!),
        ),
      ),
  )
  const columns = [...lines[0]!].map(([letter, { value }]) => [letter, String(value)] as const)
  const body = lines.slice(1)
  const letterOf = (header: string) => columns.find(([, title]) => title === header)![0]
  return {
    header: columns.map(([, title]) => title),
    /** By header; empty cells are left out. */
    rows: body.map((line) =>
      Object.fromEntries(
        columns.flatMap(([letter, title]) => {
          const cell = line.get(letter)
          return cell && cell.value !== '' ? [[title, cell.value]] : []
        }),
      ),
    ),
    cellOf: (row: number, header: string) => body[row]!.get(letterOf(header)),
    formulas: xml.split(/<f[\s>/]/).length - 1,
    filter: attributesOf(/<autoFilter\b[^>]*>/.exec(xml)?.[0] ?? ''),
    pane: attributesOf(/<pane\b[^>]*>/.exec(xml)?.[0] ?? ''),
    widths: [...xml.matchAll(/<col\b[^>]*>/g)].map(([tag]) => Number(attributesOf(tag)['width'])),
  }
}
