import { groupBy } from '../../../../domain/group-by.ts'
import type { TabStop, Walk } from '../../../ui/panel/use-roving-focus.ts'

export type Spot = { row: number; at: number }

const nearest = (row: readonly number[], column: number): number =>
  row.reduce((best, each, i) => (Math.abs(each - column) < Math.abs(row[best]! - column) ? i : best), 0)

/** Rows may lack columns; `far` goes to the first or last cell of all. Null for other keys. */
export function spotAfter(
  rows: readonly (readonly number[])[],
  { row, at }: Spot,
  key: string,
  far: boolean,
): Spot | null {
  const inRow = (to: number) => ({ row, at: Math.min(Math.max(to, 0), rows[row]!.length - 1) })
  const toRow = (to: number) => (rows[to] ? { row: to, at: nearest(rows[to], rows[row]![at]!) } : { row, at })
  const last = rows.length - 1
  switch (key) {
    case 'ArrowRight':
      return inRow(at + 1)
    case 'ArrowLeft':
      return inRow(at - 1)
    case 'ArrowDown':
      return toRow(row + 1)
    case 'ArrowUp':
      return toRow(row - 1)
    case 'Home':
      return far ? { row: 0, at: 0 } : inRow(0)
    case 'End':
      return far ? { row: last, at: rows[last]!.length - 1 } : inRow(Infinity)
    default:
      return null
  }
}

const columnOf = (cell: Element) => (cell.parentElement as HTMLTableCellElement).cellIndex

const rowsOf = (cells: readonly HTMLElement[]): HTMLElement[][] => [
  ...groupBy(cells, (cell) => cell.closest('tr')).values(),
]

export const walkRows: Walk = (cells, at, { key, ctrlKey, shiftKey }) => {
  if (shiftKey) return null
  const rows = rowsOf(cells)
  const row = rows.findIndex((each) => each.includes(cells[at]!))
  const spot = { row, at: rows[row]!.indexOf(cells[at]!) }
  const next = spotAfter(
    rows.map((each) => each.map(columnOf)),
    spot,
    key,
    ctrlKey,
  )
  return next && cells.indexOf(rows[next.row]![next.at]!)
}

/** The first cell left in its row, since past times disappear from the start. */
export const cellInstead = (cells: readonly HTMLElement[], { home }: TabStop): HTMLElement | undefined =>
  cells.find((cell) => cell.closest('tr') === home?.closest('tr')) ?? cells[0]
