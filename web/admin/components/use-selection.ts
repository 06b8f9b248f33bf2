import { useCallback, useState } from 'react'

/** How the box above a list stands: all of it chosen, nothing, or some. */
export type Checked = boolean | 'mixed'

/** How the box above a list stands that shows `total`, of which some are chosen. */
export const checkedOf = (chosen: number, total: number): Checked =>
  chosen === 0 ? false : chosen === total ? true : 'mixed'

/** Everything in a list from one to another, whichever comes first; without the first one, the other alone. */
export function between<Id>(list: readonly Id[], from: Id | null, to: Id): Id[] {
  const ends = [from === null ? -1 : list.indexOf(from), list.indexOf(to)].sort((a, b) => a - b)
  return ends[0]! < 0 ? [to] : list.slice(ends[0], ends[1]! + 1)
}

export type Selection<Id> = {
  /** The chosen items of those shown, in the order of the list; an item that has gone from the list is not chosen. */
  chosen: readonly Id[]
  checked: Checked
  has: (id: Id) => boolean
  /** Turns one over; with `toHere`, everything from the one turned last to this one becomes what this one becomes. */
  press: (id: Id, toHere?: boolean) => void
  /** All, or none when all are chosen. */
  pressAll: () => void
  /** Chooses these, or takes them back. */
  mark: (ids: readonly Id[], on: boolean) => void
  clear: () => void
}

/**
 * The choice of items of a list. It outlives polls: an item that stays in the list stays chosen. With `forgetsGone`, an
 * item that has gone from it and comes back later is no longer chosen.
 */
export function useSelection<Id>(shown: readonly Id[], { forgetsGone = false } = {}): Selection<Id> {
  const [marked, setMarked] = useState<ReadonlySet<Id>>(new Set<Id>())
  const [last, setLast] = useState<Id | null>(null)
  const mark = useCallback((ids: readonly Id[], on: boolean) => {
    setMarked((before) => {
      const after = new Set(before)
      for (const id of ids)
        if (on) after.add(id)
        else after.delete(id)
      return after
    })
  }, [])
  const clear = useCallback(() => setMarked(new Set<Id>()), [])
  const chosen = shown.filter((id) => marked.has(id))
  if (forgetsGone && chosen.length < marked.size) setMarked(new Set(chosen))
  const checked = checkedOf(chosen.length, shown.length)
  const has = useCallback((id: Id) => marked.has(id), [marked])
  return {
    chosen,
    checked,
    has,
    press(id, toHere = false) {
      mark(toHere ? between(shown, last, id) : [id], !marked.has(id))
      setLast(id)
    },
    pressAll: () => mark(shown, checked !== true),
    mark,
    clear,
  }
}
