import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'

const rowsOf = (list: Element): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-row]')]

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** The up and down keys go from row to row; for the `onKeyDown` of what holds the rows. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const rows = rowsOf(event.currentTarget)
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (!step || at < 0) return
  event.preventDefault()
  rows[at + step]?.focus()
}

/**
 * When the row that last had the focus is gone, decided here or by somebody else, the one in its place takes the
 * focus, or the heading after the last one. For the element that holds the rows and their heading.
 */
export function useKeptFocus(): RefObject<HTMLElement | null> {
  const holder = useRef<HTMLElement>(null)
  const last = useRef<{ row: string; at: number } | null>(null)
  useEffect(() => {
    const held = holder.current
    const note = ({ target }: FocusEvent) => {
      const row = (target as HTMLElement).dataset['row']
      last.current = row === undefined ? null : { row, at: rowsOf(held!).indexOf(target as HTMLElement) }
    }
    held?.addEventListener('focusin', note)
    return () => held?.removeEventListener('focusin', note)
  }, [])
  // After every rendering, and after a dialog that closed with it has tried to give the focus back.
  useEffect(() => {
    if (!last.current || !holder.current || document.activeElement !== document.body) return
    const { row, at } = last.current
    const rows = rowsOf(holder.current)
    if (rows.some(({ dataset }) => dataset['row'] === row)) return
    const next = rows[Math.min(at, rows.length - 1)] ?? holder.current.querySelector<HTMLElement>('h2')
    next?.focus({ preventScroll: true })
  })
  return holder
}
