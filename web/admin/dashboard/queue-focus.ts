/** Which of the rows in sight has the keyboard's focus. */
export type QueueFocus = {
  ids: readonly number[]
  row: number | null
  /** How often the page's focus has had to follow: a count, so that no change of the rows in between hides one. */
  moves: number
}

export type FocusChange =
  /** Other rows are in sight. */
  | { ids: readonly number[] }
  /** The page's focus came to a row, or left it for something else. */
  | { entered: number }
  | { left: number }
  /** By so many rows, from elsewhere to the first one; at an end it stays or, with `orBack`, goes the other way. */
  | { step: 1 | -1; orBack?: boolean }

export const NO_FOCUS: QueueFocus = { ids: [], row: null, moves: 0 }

export function changeFocus(now: QueueFocus, change: FocusChange): QueueFocus {
  const { ids, row, moves } = now
  if ('ids' in change) return { ids: change.ids, row: neighbourOf(now, change.ids), moves }
  if ('entered' in change) {
    // A dialog gives the focus back to the row that was decided in it: one goes on with the next.
    if (row !== null && !ids.includes(change.entered)) return { ids, row, moves: moves + 1 }
    return row === change.entered ? now : { ids, row: change.entered, moves }
  }
  if ('left' in change) return row === change.left ? { ids, row: null, moves } : now
  const at = row === null ? -1 : ids.indexOf(row)
  const next = at < 0 ? ids[0] : (ids[at + change.step] ?? (change.orBack ? ids[at - change.step] : row))
  return { ids, row: next ?? row, moves: moves + 1 }
}

/** The row itself while it is in sight; when it is gone the next one that stayed, else the one before. */
function neighbourOf({ ids, row }: QueueFocus, inSight: readonly number[]): number | null {
  if (row === null) return null
  const at = ids.indexOf(row)
  const stays = (id: number) => inSight.includes(id)
  return ids.slice(at).find(stays) ?? ids.slice(0, at).findLast(stays) ?? null
}
