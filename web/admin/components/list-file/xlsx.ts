import { strFromU8, unzipSync } from 'fflate'
import type { Line, Sheet } from '../../../../domain/pasted-table.ts'
import { FileProblem } from './file-problem.ts'
import { readXml, type Tag } from './xml.ts'

const UNPACKED_MAX = 32 * 1024 * 1024
// Tables are often formatted further down than they are filled; only filled cells count.
const ROWS_MAX = 20_000
const COLUMNS_MAX = 500
const FILLS_MAX = 200_000
const BROKEN_TEXT = '파일을 읽을 수 없습니다. 엑셀에서 .xlsx나 CSV로 다시 저장해주세요.'

const tooLarge = (why = '') =>
  new FileProblem(`표가 너무 큽니다. ${why}명단만 새 파일에 붙여 넣어 다시 선택해주세요.`)

/** All sheets with rows. Refuses files that unpack far larger than a list. */
export function readXlsx(bytes: Uint8Array): Sheet[] {
  try {
    const parts = unzip(bytes)
    const book = readBook(parts)
    return book.sheets.flatMap(({ path, ...sheet }) => {
      const xml = parts[path]
      const lines = xml ? readLines(strFromU8(xml), book) : []
      return lines.length > 0 ? [{ ...sheet, lines }] : []
    })
  } catch (failure) {
    throw failure instanceof FileProblem ? failure : new FileProblem(BROKEN_TEXT, { cause: failure })
  }
}

/** Checks the declared sizes first; a part can't unpack to more than it declares. */
function unzip(bytes: Uint8Array) {
  let unpacked = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/^xl\/.*\.(xml|rels)$/i.test(name)) return false
      unpacked += originalSize
      if (unpacked > UNPACKED_MAX) throw tooLarge()
      return true
    },
  })
  // Some programs write workbook2.xml.
  const nameOf = (path: string) => path.toLowerCase().replace(/(workbook|sharedstrings|styles)\d+/, '$1')
  return Object.fromEntries(Object.entries(parts).map(([path, part]) => [nameOf(path), part]))
}

type Parts = Readonly<Record<string, Uint8Array>>
type Book = {
  sheets: { name: string; isHidden: boolean; path: string }[]
  texts: string[]
  isDate: boolean[]
}

function tagsOf(parts: Parts, path: string): Tag[] {
  const found: Tag[] = []
  readXml(strFromU8(parts[path] ?? new Uint8Array()), { open: (tag) => void found.push(tag) })
  return found
}

function readBook(parts: Parts): Book {
  if (!parts['xl/workbook.xml']) throw new FileProblem(BROKEN_TEXT)
  const book = tagsOf(parts, 'xl/workbook.xml')
  const paths = new Map(
    tagsOf(parts, 'xl/_rels/workbook.xml.rels').map(({ of }) => [
      of['Id'],
      `xl/${of['Target']?.replace(/^\/?xl\/|^\.\//, '')}`.toLowerCase(),
    ]),
  )
  const sheets = book.filter(({ name }) => name === 'sheet')
  return {
    sheets: sheets.map(({ of }) => ({
      name: of['name'] ?? '',
      isHidden: /hidden/i.test(of['state'] ?? ''),
      path: paths.get(of['id']) ?? '',
    })),
    texts: readTexts(strFromU8(parts['xl/sharedstrings.xml'] ?? new Uint8Array())),
    isDate: dateStyles(tagsOf(parts, 'xl/styles.xml')),
  }
}

/** Shared texts, in parts if they are rich. */
function readTexts(xml: string): string[] {
  const texts: string[] = []
  readXml(xml, {
    open: ({ name }) => void (name === 'si' && texts.push('')),
    text: (text, within) => {
      if (within === 't') texts[texts.length - 1] += text
    },
  })
  return texts
}

// 14 to 22, 27 to 36, 45 to 47 and 50 to 58, Korean ones too.
const BUILT_IN_DATE = /^(1[4-9]|2[0-27-9]|3[0-6]|4[5-7]|5[0-8])$/

function dateStyles(tags: readonly Tag[]): boolean[] {
  const own = new Map(
    tags.filter(({ name }) => name === 'numFmt').map(({ of }) => [of['numFmtId'], of['formatCode'] ?? '']),
  )
  const from = tags.findIndex(({ name }) => name === 'cellXfs')
  const styles = from === -1 ? [] : tags.slice(from).filter(({ name }) => name === 'xf')
  return styles.map(({ of: { numFmtId } }) => {
    const code = own.get(numFmtId)?.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
    return code === undefined ? BUILT_IN_DATE.test(numFmtId ?? '') : /[ymdhs]/i.test(code)
  })
}

type Place = { row: number; column: number }

/** `B7`, in any case and with `$`; null for anything else. */
function placeOf(reference: string | undefined): Place | null {
  const found = /^\$?([a-z]{1,3})\$?([1-9]\d{0,6})$/i.exec(reference ?? '')
  if (!found) return null
  const column = Array.from(found[1]!.toUpperCase()).reduce(
    (sum, sign) => sum * 26 + sign.charCodeAt(0) - 64,
    0,
  )
  return { row: Number(found[2]), column: column - 1 }
}

/** Rows with a value. Ignores the declared dimension. */
function readLines(xml: string, book: Book): Line[] {
  const lines = new Map<number, Line & { cells: string[] }>()
  const merged: [Place, Place][] = []
  let at: Place = { row: 0, column: -1 }
  let isHidden = false
  let cell: Tag['of'] = {}
  let value = ''
  const put = ({ row, column }: Place, text: string) => {
    if (row > ROWS_MAX || column >= COLUMNS_MAX)
      throw tooLarge(`${row.toLocaleString('ko')}행 ${column + 1}번째 칸에 값이 있습니다. `)
    const into = lines.get(row) ?? { row, cells: [], ...(isHidden && { isHidden }) }
    into.cells[column] = text
    lines.set(row, into)
  }
  readXml(xml, {
    open: ({ name, of }) => {
      if (name === 'row') {
        at = { row: Number(/^\d+$/.exec(of['r'] ?? '')?.[0]) || at.row + 1, column: -1 }
        isHidden = /^(1|true)$/.test(of['hidden'] ?? '')
      } else if (name === 'c') {
        at = placeOf(of['r']) ?? { row: at.row, column: at.column + 1 }
        cell = of
        value = ''
      } else if (name === 'mergeCell') {
        const [from, to] = (of['ref'] ?? '').split(':').map(placeOf)
        if (from && to) merged.push([from, to])
      }
    },
    text: (text, within) => {
      if (within === 'v' || within === 't') value += text
    },
    close: (name) => {
      if (name !== 'c') return
      const text = shown(cell, value, book)
      if (text.trim() !== '') put(at, text)
    },
  })
  fillDown(lines, merged)
  return [...lines.values()]
    .sort((a, b) => a.row - b.row)
    .map((each) => ({ ...each, cells: Array.from(each.cells, (text) => text ?? '') }))
}

/** A cell merged over several rows belongs to each of them. */
function fillDown(lines: Map<number, { cells: string[] }>, merged: readonly [Place, Place][]) {
  let fills = 0
  for (const [from, to] of merged) {
    const text = lines.get(from.row)?.cells[from.column] ?? ''
    for (let row = from.row + 1; row <= Math.min(to.row, ROWS_MAX); row += 1) {
      fills += 1
      if (fills > FILLS_MAX) return
      const cells = lines.get(row)?.cells
      if (cells && text) cells[from.column] ||= text
    }
  }
}

const DAY = 86_400_000
const FIRST_DAY = Date.UTC(1899, 11, 30)

/** The stored value, also of a formula. */
function shown({ t, s }: Tag['of'], value: string, { texts, isDate }: Book): string {
  if (t === 's') return texts[Number(value)] ?? ''
  if (t === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (t && t !== 'n') return value
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return value
  if (!isDate[Number(s)]) return String(number)
  const time = new Date(FIRST_DAY + Math.round(number * DAY))
  if (Number.isNaN(time.getTime())) return value
  return time
    .toISOString()
    .slice(0, Number.isInteger(number) ? 10 : 16)
    .replace('T', ' ')
}
