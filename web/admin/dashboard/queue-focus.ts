export type QueueFocus = {
  ids: readonly number[]
  row: number | null
  /** Counts focus moves: a change of rows between renders must not hide one. */
  moves: number
}

export type FocusChange =
  | { ids: readonly number[] }
  | { entered: number }
  | { left: number }
  /** `orBack`: at the end of the list moves the other way. */
  | { step: 1 | -1; orBack?: boolean }

export const NO_FOCUS: QueueFocus = { ids: [], row: null, moves: 0 }

export function changeFocus(now: QueueFocus, change: FocusChange): QueueFocus {
  const { ids, row, moves } = now
  if ('ids' in change) return { ids: change.ids, row: neighbourOf(now, change.ids), moves }
  if ('entered' in change) {
    // A closing dialog focuses the decided row again; go to the next one instead.
    if (row !== null && !ids.includes(change.entered)) return { ids, row, moves: moves + 1 }
    return row === change.entered ? now : { ids, row: change.entered, moves }
  }
  if ('left' in change) return row === change.left ? { ids, row: null, moves } : now
  const at = row === null ? -1 : ids.indexOf(row)
  const next = at < 0 ? ids[0] : (ids[at + change.step] ?? (change.orBack ? ids[at - change.step] : row))
  return { ids, row: next ?? row, moves: moves + 1 }
}

/** The row itself, else the next remaining one, else the previous one. */
function neighbourOf({ ids, row }: QueueFocus, inSight: readonly number[]): number | null {
  if (row === null) return null
  const at = ids.indexOf(row)
  const stays = (id: number) => inSight.includes(id)
  return ids.slice(at).find(stays) ?? ids.slice(0, at).findLast(stays) ?? null
}
