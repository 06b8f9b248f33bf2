import { useEffect, useRef, type RefObject } from 'react'
import { spotAfter, type Spot } from './cell-steps.ts'

const spotsIn = (holder: Element) => [...holder.querySelectorAll<HTMLElement>('[data-spot]')]

/** Where each of them stands. Rows are counted over all tables. */
function placed(elements: readonly HTMLElement[]): Spot[] {
  const rows = new Map<Element, number>()
  return elements.map((element) => {
    const cell = element.parentElement!
    const line = cell.parentElement!
    if (!rows.has(line)) rows.set(line, rows.size)
    const column = [...line.children].indexOf(cell)
    return { row: rows.get(line)!, column, isBlock: element.dataset['spot'] === 'block' }
  })
}

/**
 * The focus among the cells of all tables: one of them is in the tab order, arrow keys move on, and when the one that
 * had it is gone, the one in its place takes it. By hand and not by state, so that no key waits for a rendering.
 */
export function useCellFocus(): RefObject<HTMLDivElement | null> {
  const holder = useRef<HTMLDivElement>(null)
  const last = useRef<{ element: HTMLElement; at: number } | null>(null)
  useEffect(() => {
    const held = holder.current
    if (!held) return undefined
    const note = ({ target }: FocusEvent) => {
      const element = (target as Element).closest<HTMLElement>('[data-spot]')
      if (!element) return
      const spots = spotsIn(held)
      for (const spot of held.querySelectorAll<HTMLElement>('[data-spot][tabindex="0"]')) spot.tabIndex = -1
      element.tabIndex = 0
      last.current = { element, at: spots.indexOf(element) }
    }
    const press = (event: KeyboardEvent) => {
      const spots = spotsIn(held)
      const at = spots.indexOf(event.target as HTMLElement)
      if (at < 0 || event.altKey || event.metaKey || event.shiftKey) return
      const to = spotAfter(placed(spots), at, event.key, event.ctrlKey)
      if (to === null) {
        // Else the keys that lead nowhere from here would move the page.
        if (event.key.startsWith('Arrow')) event.preventDefault()
        return
      }
      event.preventDefault()
      spots[to]!.focus()
    }
    held.addEventListener('focusin', note)
    held.addEventListener('keydown', press)
    return () => {
      held.removeEventListener('focusin', note)
      held.removeEventListener('keydown', press)
    }
  }, [])
  // After every rendering, and after a dialog that closed with it has tried to give the focus back.
  useEffect(() => {
    const held = holder.current
    if (!held) return
    const isLost = last.current && !last.current.element.isConnected
    if (isLost && document.activeElement === document.body) {
      const spots = spotsIn(held)
      spots[Math.min(last.current!.at, spots.length - 1)]?.focus({ preventScroll: true })
    }
    if (!held.querySelector('[data-spot][tabindex="0"]')) {
      const first =
        held.querySelector<HTMLElement>('[data-spot=block]') ?? held.querySelector<HTMLElement>('[data-spot]')
      if (first) first.tabIndex = 0
    }
  })
  return holder
}
