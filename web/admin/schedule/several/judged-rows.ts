import { groupBy } from '../../../../domain/group-by.ts'
import type { ReadRow } from './several-kind.ts'

export type JudgedRow = ReadRow & { notes: readonly string[] }

const SAME_TEXT = '같은 이름이 이미 있습니다.'
const TWICE_TEXT = '표에 같은 이름이 또 있습니다.'

/** Equal names are allowed, but pointed out. `refused` holds the server's problems by row index. */
export function judgeRows(
  rows: readonly ReadRow[],
  known: ReadonlySet<string>,
  refused: Readonly<Record<number, string>> = {},
): JudgedRow[] {
  const counts = groupBy(rows, ({ of }) => of.name)
  const notesOf = (name: string) => {
    if (name === '') return []
    if (known.has(name)) return [SAME_TEXT]
    return counts.get(name)!.length > 1 ? [TWICE_TEXT] : []
  }
  return rows.map((row, index) => {
    const said = refused[index]
    const isNew = said !== undefined && !row.problems.includes(said)
    return {
      ...row,
      problems: isNew ? [...row.problems, said] : row.problems,
      notes: notesOf(row.of.name),
    }
  })
}

/** By index: `docents.3.name` belongs to the fourth row. */
export function refusedRows(fields: Readonly<Record<string, string>>): Record<number, string> {
  const rows: Record<number, string> = {}
  for (const [field, text] of Object.entries(fields)) {
    const [, index] = field.split('.')
    if (index !== undefined) rows[Number(index)] ??= text
  }
  return rows
}

export function problemText(rows: readonly JudgedRow[]): string | null {
  const [first, ...others] = rows.filter(({ problems }) => problems.length > 0)
  if (!first) return null
  const more = others.length > 0 ? ` 고칠 행이 ${others.length.toLocaleString('ko')}개 더 있습니다.` : ''
  return `${first.row}행: ${first.problems[0]}${more}`
}
