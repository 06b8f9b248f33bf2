import { strFromU8, unzipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { FileProblem } from './file-problem.ts'

const UNPACKED_MAX = 32 * 1024 * 1024
// More than the import takes: tables are often formatted further down than they are filled.
const ROWS_MAX = 20_000
const TOO_LARGE_TEXT = '표가 너무 큽니다. 회원 명단만 새 파일에 붙여 넣어 다시 선택해주세요.'
const FORMULA_TEXT = '수식이 들어 있는 파일입니다. 수식을 값으로 바꿔 저장한 뒤 다시 선택해주세요.'
const BROKEN_TEXT = '파일을 읽을 수 없습니다. 엑셀에서 .xlsx나 CSV로 다시 저장해주세요.'

/** Refuses formulas, and files that unpack far larger than a member list. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  try {
    refuseHostile(bytes)
    const rows = await readSheet(bytes.buffer, { parseNumber: (text: string) => text })
    return rows.map((row) => row.map(textOf))
  } catch (failure) {
    throw failure instanceof FileProblem ? failure : new FileProblem(BROKEN_TEXT, { cause: failure })
  }
}

/** Checks the declared sizes first; a part can't unpack to more than it declares. */
function refuseHostile(bytes: Uint8Array) {
  let unpacked = 0
  const sheets = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(xml|rels)$/.test(name)) return false
      unpacked += originalSize
      if (unpacked > UNPACKED_MAX) throw new FileProblem(TOO_LARGE_TEXT)
      return name.startsWith('xl/worksheets/')
    },
  })
  for (const sheet of Object.values(sheets)) {
    const xml = strFromU8(sheet)
    if (/<(?:\w+:)?f[\s/>]/.test(xml)) throw new FileProblem(FORMULA_TEXT)
    for (const [, column, row] of xml.matchAll(/\br="([A-Z]*)(\d+)"/g))
      if (column!.length > 2 || Number(row) > ROWS_MAX) throw new FileProblem(TOO_LARGE_TEXT)
  }
}

const textOf = (cell: unknown): string => {
  if (typeof cell === 'number') return String(cell)
  if (typeof cell !== 'string') return ''
  // A number, perhaps with an exponent; other text stays.
  return /^\d+(\.\d+)?E\+?\d+$/i.test(cell) ? String(Number(cell)) : cell
}
