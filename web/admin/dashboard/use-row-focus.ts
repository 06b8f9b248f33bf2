import { useCallback, useEffect, useRef, type RefObject } from 'react'
import { afterDialogs } from '../../ui/open-dialogs.ts'

const rowsOf = (holder: Element): HTMLElement[] => [...holder.querySelectorAll<HTMLElement>('[data-row]')]

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * The focus among rows, for the element that holds them and their heading: the up and down keys go from row to row,
 * and when the row that last had the focus is gone, decided here or by somebody else, the one in its place takes the
 * focus, or the heading after the last one.
 */
export function useRowFocus(): RefObject<HTMLElement | null> {
  const holder = useRef<HTMLElement>(null)
  const last = useRef<{ row: string; at: number } | null>(null)
  useEffect(() => {
    const held = holder.current
    if (!held) return undefined
    const note = ({ target }: FocusEvent) => {
      // A dialog over the rows takes the focus only for a while.
      if ((target as HTMLElement).closest('dialog')) return
      const row = (target as HTMLElement).dataset['row']
      last.current = row === undefined ? null : { row, at: rowsOf(held).indexOf(target as HTMLElement) }
    }
    held.addEventListener('focusin', note)
    held.addEventListener('keydown', step)
    return () => {
      held.removeEventListener('focusin', note)
      held.removeEventListener('keydown', step)
    }
  }, [])
  const restore = useCallback(() => {
    if (!last.current || !holder.current || document.activeElement !== document.body) return
    const { row, at } = last.current
    const rows = rowsOf(holder.current)
    if (rows.some(({ dataset }) => dataset['row'] === row)) return
    const next = rows[Math.min(at, rows.length - 1)] ?? holder.current.querySelector<HTMLElement>('h2')
    next?.focus({ preventScroll: true })
  }, [])
  useEffect(restore)
  // The row may have gone while a dialog was open over it, which closes without any rendering here.
  useEffect(() => afterDialogs(restore), [restore])
  return holder
}

function step(event: KeyboardEvent) {
  const by = STEPS[event.key]
  const rows = rowsOf(event.currentTarget as Element)
  const at = rows.indexOf(event.target as HTMLElement)
  if (by === undefined || at < 0) return
  event.preventDefault()
  rows[at + by]?.focus()
}
