import type { TabStop, Walk } from '../../ui/panel/use-roving-focus.ts'
import type { Span } from './timeline-span.ts'

/** A focusable cell: a reservation or a free slot. */
export type Cell = Span & { isBlock: boolean }
export type Spot = { row: number; cell: number }

/**
 * Left and right along time; up and down to the nearest in the next row that has any. `jump` skips free slots. Null
 * leads nowhere. `cellsIn` is lazy: a full day has a thousand cells.
 */
export function spotAfter(
  cellsIn: (row: number) => readonly Cell[] | undefined,
  { row, cell }: Spot,
  key: string,
  jump: boolean,
): Spot | null {
  const counts = (candidate: Cell) => !jump || candidate.isBlock
  const along = cellsIn(row)!
  const inRow = (found: number) => (found < 0 ? null : { row, cell: found })
  switch (key) {
    case 'ArrowRight':
      return inRow(along.findIndex((candidate, i) => i > cell && counts(candidate)))
    case 'ArrowLeft':
      return inRow(along.findLastIndex((candidate, i) => i < cell && counts(candidate)))
    case 'Home':
      return inRow(along.findIndex(counts))
    case 'End':
      return inRow(along.findLastIndex(counts))
    case 'ArrowDown':
    case 'ArrowUp': {
      const step = key === 'ArrowDown' ? 1 : -1
      for (let next = row + step; ; next += step) {
        const cells = cellsIn(next)
        if (!cells) return null
        const found = nearestCell(cells, along[cell]!.from, counts)
        if (found >= 0) return { row: next, cell: found }
      }
    }
    default:
      return null
  }
}

/** The cell at a minute, else the nearest; -1 without one. */
export function nearestCell(
  cells: readonly Cell[],
  minute: number,
  counts: (cell: Cell) => boolean = () => true,
): number {
  let [best, distance] = [-1, Infinity]
  cells.forEach((cell, i) => {
    const away = minute < cell.from ? cell.from - minute : Math.max(0, minute - cell.until + 1)
    if (counts(cell) && away < distance) [best, distance] = [i, away]
  })
  return best
}

const asCell = ({ dataset }: HTMLElement): Cell => ({
  from: Number(dataset['from']),
  until: Number(dataset['until']),
  isBlock: dataset['cell'] === 'block',
})

const cellsOf = (lane: Element | null, cells: readonly HTMLElement[]) =>
  cells.filter(({ parentElement }) => parentElement === lane)

/** Ctrl jumps between reservations. */
export const walkTimeline: Walk = (cells, at, { key, ctrlKey, shiftKey }) => {
  if (shiftKey) return null
  const lane = cells[at]!.parentElement
  const lanes = [...new Set(cells.map(({ parentElement }) => parentElement))]
  const cellsIn = (row: number) => (lanes[row] ? cellsOf(lanes[row], cells).map(asCell) : undefined)
  const spot = { row: lanes.indexOf(lane), cell: cellsOf(lane, cells).indexOf(cells[at]!) }
  const next = spotAfter(cellsIn, spot, key, ctrlKey)
  return next && cells.indexOf(cellsOf(lanes[next.row]!, cells)[next.cell]!)
}

/**
 * Replaces a focused cell that is gone by its moved reservation, else by the cell at its time. A new reservation
 * there may load later; until then a neighbour stands in.
 */
export function makeSuccession() {
  let missed: { time: TabStop; standIn: HTMLElement } | undefined
  const isForNow = ({ cell }: TabStop) => {
    // The focus may have moved on.
    if (cell !== missed?.standIn) missed = undefined
    return missed !== undefined
  }
  function successor(cells: readonly HTMLElement[], stop: TabStop): HTMLElement | undefined {
    const gone = isForNow(stop) ? missed!.time : stop
    const next = cellInstead(cells, gone)
    missed = next && isNearby(next, gone) ? { time: gone, standIn: next } : undefined
    if (next !== stop.cell && stop.cell === document.activeElement) next?.focus({ preventScroll: true })
    return next
  }
  return { isForNow, successor }
}

function cellInstead(cells: readonly HTMLElement[], gone: TabStop): HTMLElement | undefined {
  const { reservation } = gone.cell.dataset
  const moved = cells.find(
    ({ dataset }) => reservation !== undefined && dataset['reservation'] === reservation,
  )
  if (moved) return moved
  const along = cellsOf(gone.home, cells)
  return along[nearestCell(along.map(asCell), asCell(gone.cell).from)]
}

/** The cell does not cover the free slot that is gone. */
function isNearby(cell: HTMLElement, gone: TabStop): boolean {
  const [{ from, until }, { from: minute, isBlock }] = [asCell(cell), asCell(gone.cell)]
  return !isBlock && !(from <= minute && minute < until)
}
