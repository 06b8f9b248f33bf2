import type { Time } from './slot.ts'

/** The gapless run starting at `id`; `free` must be sorted. */
export function runFrom<S extends Time>(free: readonly S[], id: number): S[] {
  const from = free.findIndex((slot) => slot.id === id)
  if (from < 0) return []
  const end = free.findIndex((slot, i) => i > from && free[i - 1]!.end_time !== slot.time)
  return free.slice(from, end < 0 ? undefined : end)
}

/** Null unless whole slots add up to `minutes`. */
export function partOf<S extends Time>(run: readonly S[], minutes: number): S[] | null {
  let left = minutes
  for (const [i, { duration }] of run.entries()) {
    left -= duration
    if (left <= 0) return left === 0 ? run.slice(0, i + 1) : null
  }
  return null
}
