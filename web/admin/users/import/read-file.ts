import {
  CELL_MAX,
  IMPORT_MAX,
  IMPORT_MAX_TEXT,
  type ImportedRow,
} from '../../../../contract/admin/member-import.ts'
import type { ImportMode } from '../../../../domain/member-import.ts'
import {
  headerOf,
  MEMBER_COLUMNS,
  memberRows,
  readHeader,
  type MemberField,
  type Reading,
} from '../../../../domain/member-list.ts'
import { findSheet, type Sheet } from '../../../../domain/pasted-table.ts'
import { FileProblem } from '../../components/list-file/file-problem.ts'
import { readList } from '../../components/list-file/read-list.ts'

export type Choice = Reading & { sheet: number; mode: ImportMode }

export function firstChoice(sheets: readonly Sheet[]): Choice {
  const sheet = findSheet(sheets, MEMBER_COLUMNS)
  return { sheet, header: readHeader(sheets[sheet]!.lines), withHidden: false, position: '', mode: 'add' }
}

const NEEDED = ['name', 'company_name', 'position', 'phone', 'email'] as const

/** An update needs a phone or an e-mail; what a new member lacks is a problem of its row. */
export function missingText({ header, position, mode }: Choice): string | null {
  const isThere = (field: MemberField) =>
    header.fields.includes(field) || (field === 'position' && position !== '')
  const missing = mode === 'add' ? NEEDED.filter((field) => !isThere(field)) : []
  if (mode !== 'add' && !isThere('phone') && !isThere('email')) missing.push('phone')
  return missing.length > 0 ? `다음 열을 찾지 못했습니다: ${missing.map(headerOf).join(', ')}.` : null
}

/** Throws a `FileProblem` for none or too many. */
export function rowsOf(sheets: readonly Sheet[], choice: Choice): ImportedRow[] {
  const rows = memberRows(sheets[choice.sheet]!.lines, choice)
  if (rows.length === 0) throw new FileProblem('등록할 회원이 없습니다. 머리글 아래에 회원을 입력해주세요.')
  if (rows.length > IMPORT_MAX) throw new FileProblem(IMPORT_MAX_TEXT)
  return rows.map(({ row, ...values }) => ({
    row,
    ...Object.fromEntries(Object.entries(values).map(([field, text]) => [field, text.slice(0, CELL_MAX)])),
  }))
}

/** With the first choices. Throws a `FileProblem` where the screen would ask. */
export async function readMembersFile(file: File): Promise<ImportedRow[]> {
  const { sheets } = await readList(file)
  const choice = firstChoice(sheets)
  const missing = missingText(choice)
  if (missing) throw new FileProblem(missing)
  return rowsOf(sheets, choice)
}
