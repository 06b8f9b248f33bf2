import type { Walk } from '../../ui/panel/use-roving-focus.ts'

/** A focusable cell: a reservation, or the button of a free hour. */
export type Spot = { row: number; column: number; isBlock: boolean }

/**
 * Left and right along the hours; up and down within an hour, then to the nearest in the next row. `jump` skips
 * free hours. Null leads nowhere.
 */
export function spotAfter(spots: readonly Spot[], at: number, key: string, jump: boolean): number | null {
  const from = spots[at]
  if (!from) return null
  const counts = (i: number) => i !== at && (!jump || spots[i]!.isBlock)
  const find = (fits: (spot: Spot, i: number) => boolean) =>
    spots.findIndex((spot, i) => counts(i) && fits(spot, i))
  const findLast = (fits: (spot: Spot, i: number) => boolean) =>
    spots.findLastIndex((spot, i) => counts(i) && fits(spot, i))
  const inRow = ({ row }: Spot) => row === from.row
  const found = (i: number) => (i < 0 ? null : i)
  switch (key) {
    case 'ArrowRight':
      return found(find((spot) => inRow(spot) && spot.column > from.column))
    case 'ArrowLeft': {
      const last = findLast((spot) => inRow(spot) && spot.column < from.column)
      return found(find((spot) => inRow(spot) && spot.column === spots[last]?.column))
    }
    case 'ArrowDown':
      return found(find((spot, i) => inRow(spot) && spot.column === from.column && i > at)) ?? beneath(1)
    case 'ArrowUp':
      return found(findLast((spot, i) => inRow(spot) && spot.column === from.column && i < at)) ?? beneath(-1)
    case 'Home':
      return found(find(inRow))
    case 'End':
      return found(findLast(inRow))
    default:
      return null
  }

  /** The nearest in the next row that has any: its first from above, its last from below. */
  function beneath(step: 1 | -1): number | null {
    const isThere = (spot: Spot) => (step === 1 ? spot.row > from!.row : spot.row < from!.row)
    const edge = step === 1 ? find(isThere) : findLast(isThere)
    if (edge < 0) return null
    const { row } = spots[edge]!
    const away = (i: number) => Math.abs(spots[i]!.column - from!.column)
    let best = edge
    for (let i = edge; spots[i]?.row === row; i += step) if (counts(i) && away(i) < away(best)) best = i
    return best
  }
}

/** Ctrl jumps between reservations. */
export const walkHours: Walk = (cells, at, { key, ctrlKey, shiftKey }) => {
  if (shiftKey) return null
  // Otherwise arrow keys would scroll the page.
  return spotAfter(placed(cells), at, key, ctrlKey) ?? (key.startsWith('Arrow') ? at : null)
}

/** Rows are counted across all tables. */
function placed(cells: readonly HTMLElement[]): Spot[] {
  const rows = new Map<Element, number>()
  return cells.map((element) => {
    const cell = element.closest('[role=cell]')!
    const line = cell.parentElement!
    if (!rows.has(line)) rows.set(line, rows.size)
    const column = [...line.children].indexOf(cell)
    return { row: rows.get(line)!, column, isBlock: element.dataset['spot'] === 'block' }
  })
}
