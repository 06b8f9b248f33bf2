/** The most cards in which a wall is still read from five metres. */
const MOST = 12

type Grid = { pages: number; perPage: number; columns: number; rows: number }

/**
 * The cards of a wall, lying or upright, that fill its height: on one page as long as they can be read, then on pages of
 * equal length.
 */
export function gridOf(count: number, isUpright: boolean): Grid {
  const pages = Math.max(1, Math.ceil(count / MOST))
  const perPage = Math.max(1, Math.ceil(count / pages))
  const lying = perPage <= 3 ? 1 : perPage <= 8 ? 2 : 3
  const columns = isUpright ? (perPage <= 5 ? 1 : 2) : Math.ceil(perPage / lying)
  return { pages, perPage, columns, rows: Math.ceil(perPage / columns) }
}
