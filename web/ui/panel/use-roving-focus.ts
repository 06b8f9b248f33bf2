import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject, type SyntheticEvent } from 'react'

/** Where a key leads from a cell: to another, to itself where there is none that way, or null when it is not for moving. */
export type Walk = (cells: readonly HTMLElement[], at: number, press: KeyboardEvent) => number | null

/** The cell that was in the tab order, the element it stood in, and its place among all cells. */
export type TabStop = { cell: HTMLElement; home: Element | null; at: number }

type Options = {
  /** A selector of what can have the focus. */
  cells: string
  walk: Walk
  /** Selectors of the cell that is in the tab order at first, the best one first. Without them it is not managed here. */
  start?: readonly string[]
  /** Which cell takes the place in the tab order of one that is gone: else the one at its index. */
  successor?: (cells: readonly HTMLElement[], gone: TabStop) => HTMLElement | undefined
  /** Whether a successor only stands in: after each rendering another one is looked for. */
  isForNow?: (stop: TabStop) => boolean
  onMove?: (from: number, to: number, press: KeyboardEvent) => void
}

/**
 * The focus among the cells of an element: one of them is in the tab order, and keys lead to the others. It is kept in the
 * page and not in React's state, so that no key waits for a rendering; the cells are all rendered with `tabIndex={-1}`.
 * Answers what hears the element's events.
 */
export function useRovingFocus(
  holder: RefObject<HTMLElement | null>,
  { cells, walk, start, successor, isForNow, onMove }: Options,
) {
  const stop = useRef<TabStop | null>(null)
  const find = () => [...holder.current!.querySelectorAll<HTMLElement>(cells)]
  const putInTabOrder = (cell: HTMLElement | null | undefined, all?: readonly HTMLElement[]) => {
    if (!start || !cell || (stop.current?.cell === cell && cell.tabIndex === 0)) return
    if (stop.current) stop.current.cell.tabIndex = -1
    cell.tabIndex = 0
    stop.current = { cell, home: cell.parentElement, at: (all ?? find()).indexOf(cell) }
  }
  const enter = ({ target }: SyntheticEvent) => putInTabOrder((target as Element).closest<HTMLElement>(cells))
  // After every rendering, which may have taken away the cell in the tab order, and before the focus falls back to it.
  useLayoutEffect(() => {
    const gone = stop.current
    if (gone?.cell.isConnected && !isForNow?.(gone)) return
    const all = find()
    putInTabOrder(
      (gone && (successor ? successor(all, gone) : (all[gone.at] ?? all.at(-1)))) ??
        start?.map((selector) => holder.current!.querySelector<HTMLElement>(selector)).find(Boolean),
      all,
    )
  })
  return {
    onFocus: enter,
    // Not every browser gives the focus to a button that is pressed.
    onClick: enter,
    onKeyDown(press: KeyboardEvent) {
      const all = find()
      const at = all.indexOf(press.target as HTMLElement)
      const to = at < 0 ? null : walk(all, at, press)
      if (to === null) return
      press.preventDefault()
      onMove?.(at, to, press)
      putInTabOrder(all[to], all)
      all[to]!.focus()
    },
  }
}

/** The cell in the tab order: where the focus falls back to when the one that had it is gone. */
export const tabStopIn = (holder: Element): HTMLElement | null => holder.querySelector('[tabindex="0"]')

/** How many columns a CSS grid has at its present width. */
export const columnsOf = (grid: Element): number =>
  getComputedStyle(grid).gridTemplateColumns.split(' ').length

/** In a CSS grid, row by row. */
export const walkColumns: Walk = (cells, at, { key }) =>
  stepInColumns(key, at, cells.length, columnsOf(cells[0]!.parentElement!))

/** Where a key leads in a grid of `count` cells, or null when it is no key for moving. */
export function stepInColumns(key: string, at: number, count: number, columns: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    ArrowDown: at + columns,
    ArrowUp: at - columns,
    Home: 0,
    End: count - 1,
  }
  const next = steps[key]
  return next === undefined ? null : next >= 0 && next < count ? next : at
}
