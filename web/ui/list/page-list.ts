export const GAP = '…'

/** First, last and up to `around` pages beside the current one, from 1. */
export function pageList(page: number, pages: number, around: number): (number | typeof GAP)[] {
  const last = Math.max(1, pages)
  const current = Math.min(Math.max(1, page), last)
  const shown = Array.from({ length: last }, (_, i) => i + 1).filter(
    (each) => each === 1 || each === last || Math.abs(each - current) <= around,
  )
  return shown.flatMap((each, i) => (i > 0 && each - shown[i - 1]! > 1 ? [GAP, each] : [each]))
}

export const pageCount = (count: number, pageSize: number): number => Math.max(1, Math.ceil(count / pageSize))
