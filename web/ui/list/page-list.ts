/** The mark between the pages of a page list that are not beside each other. */
export const GAP = '…'

/**
 * The pages that a page list offers, from 1: the first, the last, and those at most `around` away from the current one,
 * with a gap wherever pages are left out. A page beyond the end counts as the last.
 */
export function pageList(page: number, pages: number, around: number): (number | typeof GAP)[] {
  const last = Math.max(1, pages)
  const current = Math.min(Math.max(1, page), last)
  const shown = Array.from({ length: last }, (_, i) => i + 1).filter(
    (each) => each === 1 || each === last || Math.abs(each - current) <= around,
  )
  return shown.flatMap((each, i) => (i > 0 && each - shown[i - 1]! > 1 ? [GAP, each] : [each]))
}

/** How many pages so many things fill; nothing fills one. */
export const pageCount = (count: number, pageSize: number): number => Math.max(1, Math.ceil(count / pageSize))
