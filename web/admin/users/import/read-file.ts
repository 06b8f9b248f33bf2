import {
  CELL_MAX,
  IMPORT_MAX,
  IMPORT_MAX_TEXT,
  type ImportedRow,
} from '../../../../contract/admin/member-import.ts'
import {
  findSheet,
  headerOf,
  MEMBER_COLUMNS,
  memberRows,
  type MemberField,
  type Reading,
  type Sheet,
} from '../../../../domain/member-list.ts'
import { findHeader } from '../../../../domain/pasted-table.ts'
import { FileProblem } from '../../components/list-file/file-problem.ts'
import { readList } from '../../components/list-file/read-list.ts'

/** Throws a `FileProblem` where the screen would ask. */
export async function readMembersFile(file: File): Promise<ImportedRow[]> {
  const { sheets } = await readList(file)
  const sheet = sheets[findSheet(sheets, MEMBER_COLUMNS)]!
  const header = findHeader(sheet.lines, MEMBER_COLUMNS)
  const missing = REQUIRED.filter((field) => !header?.fields.includes(field))
  if (!header || missing.length > 0)
    throw new FileProblem(
      `다음 열을 찾지 못했습니다: ${missing.map(headerOf).join(', ')}. 양식의 머리글을 사용해주세요.`,
    )
  return rowsOf(sheet, { header, withHidden: false, position: '' })
}

export const REQUIRED: readonly MemberField[] = ['name', 'company_name', 'position', 'phone', 'email']

/** Throws a `FileProblem` for none or too many. */
export function rowsOf({ lines }: Sheet, reading: Reading): ImportedRow[] {
  const rows = memberRows(lines, reading)
  if (rows.length === 0) throw new FileProblem('등록할 회원이 없습니다. 머리글 아래에 회원을 입력해주세요.')
  if (rows.length > IMPORT_MAX) throw new FileProblem(IMPORT_MAX_TEXT)
  return rows.map(({ row, ...values }) => ({
    row,
    ...Object.fromEntries(Object.entries(values).map(([field, text]) => [field, text.slice(0, CELL_MAX)])),
  }))
}
