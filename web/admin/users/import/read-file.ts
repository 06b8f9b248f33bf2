import {
  CELL_MAX,
  IMPORT_MAX,
  IMPORT_MAX_TEXT,
  type ImportedRow,
} from '../../../../contract/admin/member-import.ts'
import { searchKey } from '../../../../domain/search-key.ts'
import { decodeText, parseCsv } from './csv.ts'
import { FileProblem } from './file-problem.ts'

const BYTES_MAX = 5 * 1024 * 1024

/** In the template's order, with the export's headers; `words` are accepted too. */
export const COLUMNS = [
  { field: 'name', header: '이름', words: ['성명', '회원명', 'name'] },
  { field: 'company_name', header: '회사명', words: ['회사', '소속', 'company', 'company name'] },
  { field: 'position', header: '직책', words: ['직급', '직위', 'position', 'title'] },
  {
    field: 'phone',
    header: '전화번호',
    words: ['연락처', '휴대폰', '휴대전화', '핸드폰', 'phone', 'mobile'],
  },
  { field: 'email', header: '이메일', words: ['메일', '이메일주소', 'email', 'mail'] },
  { field: 'tier', header: '등급', words: ['회원등급', 'tier'] },
] as const satisfies readonly { field: keyof ImportedRow; header: string; words: readonly string[] }[]

type Field = (typeof COLUMNS)[number]['field']

export const headerOf = (field: string): string =>
  COLUMNS.find((column) => column.field === field)?.header ?? field

/** Throws a `FileProblem`. */
export async function readMembersFile(file: File): Promise<ImportedRow[]> {
  if (file.size > BYTES_MAX) throw new FileProblem('파일이 너무 큽니다. 5MB 이하의 파일을 선택해주세요.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  return rowsOf(await linesOf(bytes))
}

const ZIP = [0x50, 0x4b]
// Old Excel formats, and workbooks with a password.
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]

async function linesOf(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const beginsWith = (signs: readonly number[]) => signs.every((sign, n) => bytes[n] === sign)
  if (beginsWith(COMPOUND))
    throw new FileProblem(
      '이전 형식(.xls)이거나 암호가 걸린 파일입니다. .xlsx나 CSV로 저장해 다시 선택해주세요.',
    )
  if (!beginsWith(ZIP)) return parseCsv(decodeText(bytes))
  const { readXlsx } = await import('./xlsx.ts')
  return readXlsx(bytes)
}

/** Below the header; empty rows are left out. */
function rowsOf(lines: readonly (readonly string[])[]): ImportedRow[] {
  const top = lines.findIndex((line) => line.some((cell) => cell.trim() !== ''))
  if (top === -1) throw new FileProblem('빈 파일입니다. 회원 명단이 있는 파일을 선택해주세요.')
  const places = placesIn(lines[top]!)
  const rows = lines.flatMap((line, n): ImportedRow[] => {
    const values = places.map(
      ([field, place]) => [field, (line[place] ?? '').trim().slice(0, CELL_MAX)] as const,
    )
    if (n <= top || values.every(([, value]) => value === '')) return []
    return [{ row: n + 1, ...Object.fromEntries(values) }]
  })
  if (rows.length === 0) throw new FileProblem('등록할 회원이 없습니다. 머리글 아래에 회원을 입력해주세요.')
  if (rows.length > IMPORT_MAX) throw new FileProblem(IMPORT_MAX_TEXT)
  return rows
}

function placesIn(header: readonly string[]): [Field, number][] {
  const keys = header.map(searchKey)
  const found = COLUMNS.map(({ field, header: own, words }) => {
    const known = [own, ...words].map(searchKey)
    return [field, keys.findIndex((cell) => known.includes(cell))] as [Field, number]
  })
  const missing = found.filter(([field, place]) => place === -1 && field !== 'tier')
  if (missing.length > 0)
    throw new FileProblem(
      `첫 줄에서 다음 열을 찾지 못했습니다: ${missing.map(([field]) => headerOf(field)).join(', ')}. 양식의 머리글을 사용해주세요.`,
    )
  return found.filter(([, place]) => place !== -1)
}
