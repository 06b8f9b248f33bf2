import { useEffect, useRef, type RefObject } from 'react'
import { nearestCell, spotAfter, type Cell } from './timeline-keys.ts'

const rowsOf = (holder: Element) => [...holder.querySelectorAll<HTMLElement>('[data-row]')]
const cellsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('[data-cell]')]

const asCell = ({ dataset }: HTMLElement): Cell => ({
  from: Number(dataset['from']),
  until: Number(dataset['until']),
  isBlock: dataset['cell'] === 'block',
})

/**
 * The focus among reservations and free times: one of them is in the tab order, arrow keys lead to the others, with
 * Control from reservation to reservation. It is kept outside of React: a key must not render a thousand cells. When
 * the cell that had the focus is gone, what lies at its time takes it.
 */
export function useCellFocus(): RefObject<HTMLDivElement | null> {
  const holder = useRef<HTMLDivElement>(null)
  const last = useRef<{ cell: HTMLElement; row: string; from: number } | null>(null)
  useEffect(() => {
    const held = holder.current
    if (!held) return undefined
    const note = ({ target }: FocusEvent) => {
      const cell = target as HTMLElement
      if (!cell.dataset['cell']) return
      last.current = { cell, row: rowOf(cell).dataset['row']!, from: asCell(cell).from }
      putInTabOrder(held, cell)
    }
    held.addEventListener('focusin', note)
    held.addEventListener('keydown', move)
    return () => {
      held.removeEventListener('focusin', note)
      held.removeEventListener('keydown', move)
    }
  }, [])
  // After every rendering: it may have taken away the cell that was in the tab order, or that had the focus.
  useEffect(() => {
    const held = holder.current
    if (!held) return
    const lost = last.current
    if (lost && !lost.cell.isConnected) {
      last.current = null
      const row = rowsOf(held).find(({ dataset }) => dataset['row'] === lost.row)
      const cells = row ? cellsOf(row) : []
      const next = cells[nearestCell(cells.map(asCell), lost.from)]
      if (next && document.activeElement === document.body) next.focus({ preventScroll: true })
      else if (next) putInTabOrder(held, next)
    }
    if (!held.querySelector('[data-cell][tabindex="0"]'))
      (held.querySelector('[data-cell=block]') ?? held.querySelector('[data-cell]'))?.setAttribute(
        'tabindex',
        '0',
      )
  })
  return holder
}

const rowOf = (cell: HTMLElement) => cell.closest<HTMLElement>('[data-row]')!

function putInTabOrder(holder: Element, cell: HTMLElement) {
  for (const other of holder.querySelectorAll('[data-cell][tabindex="0"]'))
    other.setAttribute('tabindex', '-1')
  cell.setAttribute('tabindex', '0')
}

function move(event: KeyboardEvent) {
  const cell = event.target as HTMLElement
  if (!cell.dataset['cell'] || event.altKey || event.shiftKey) return
  const rows = rowsOf(event.currentTarget as Element)
  const row = rows.indexOf(rowOf(cell))
  const spot = { row, cell: cellsOf(rows[row]!).indexOf(cell) }
  const cellsIn = (at: number) => rows[at] && cellsOf(rows[at]).map(asCell)
  const next = spotAfter(cellsIn, spot, event.key, event.ctrlKey || event.metaKey)
  if (!next) return
  event.preventDefault()
  cellsOf(rows[next.row]!)[next.cell]!.focus()
}
