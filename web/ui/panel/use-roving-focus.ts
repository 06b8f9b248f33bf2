import { useLayoutEffect, useRef, type KeyboardEvent, type RefObject, type SyntheticEvent } from 'react'

/** The index to move to (the same at an edge), or null for other keys. */
export type Walk = (cells: readonly HTMLElement[], at: number, press: KeyboardEvent) => number | null

export type TabStop = { cell: HTMLElement; home: Element | null; at: number }

type Options = {
  cells: string
  walk: Walk
  /** Selectors of the first tab stop, the best first. Without them the caller manages `tabIndex`. */
  start?: readonly string[]
  /** Replaces a removed tab stop; default is the cell at its index. */
  successor?: (cells: readonly HTMLElement[], gone: TabStop) => HTMLElement | undefined
  /** True while the tab stop is a stand-in for a later one. */
  isForNow?: (stop: TabStop) => boolean
  onMove?: (from: number, to: number, press: KeyboardEvent) => void
}

/**
 * One cell is in the tab order; keys move the focus. In the DOM, so that keys need no rendering. Render cells
 * with `tabIndex={-1}`.
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
  // Rendering may have removed the tab stop; replace it before the focus falls back to it.
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
    // Some browsers do not focus a pressed button.
    onClick: enter,
    onKeyDown(press: KeyboardEvent) {
      const all = find()
      const at = all.indexOf(press.target as HTMLElement)
      // With an arrow, Alt is the browser's way back, on a Mac Command.
      const to = at < 0 || press.altKey || press.metaKey ? null : walk(all, at, press)
      if (to === null) return
      press.preventDefault()
      onMove?.(at, to, press)
      putInTabOrder(all[to], all)
      all[to]!.focus()
    },
  }
}

/** Takes the focus when the focused cell was removed. */
export const tabStopIn = (holder: Element): HTMLElement | null => holder.querySelector('[tabindex="0"]')

export const columnsOf = (grid: Element): number =>
  getComputedStyle(grid).gridTemplateColumns.split(' ').length

export const walkColumns: Walk = (cells, at, { key }) =>
  stepInColumns(key, at, cells.length, columnsOf(cells[0]!.parentElement!))

/** Null for keys that do not move. */
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
