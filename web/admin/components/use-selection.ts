import { useCallback, useState } from 'react'

export type Checked = boolean | 'mixed'

export const checkedOf = (chosen: number, total: number): Checked =>
  chosen === 0 ? false : chosen === total ? true : 'mixed'

/** Inclusive, in either direction; `to` alone without `from`. */
export function between<Id>(list: readonly Id[], from: Id | null, to: Id): Id[] {
  const ends = [from === null ? -1 : list.indexOf(from), list.indexOf(to)].sort((a, b) => a - b)
  return ends[0]! < 0 ? [to] : list.slice(ends[0], ends[1]! + 1)
}

export type Selection<Id> = {
  /** Only items still shown, in the list's order. */
  chosen: readonly Id[]
  checked: Checked
  has: (id: Id) => boolean
  /** With `toHere` the range from the last pressed item takes this item's new state. */
  press: (id: Id, toHere?: boolean) => void
  pressAll: () => void
  mark: (ids: readonly Id[], on: boolean) => void
  clear: () => void
}

/** Chosen items survive polls. `forgetsGone`: an item that left the list and returns is no longer chosen. */
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
