/** Readable from five metres. */
const MOST = 12
/** Compact cards, so that fewer pages turn. */
const MOST_COMPACT = 20

type Grid = { pages: number; perPage: number; columns: number; rows: number }

/** Fills the wall's height; more cards become pages of equal length. */
export function gridOf(count: number, isUpright: boolean): Grid {
  const pages = Math.max(1, Math.ceil(count / (count > MOST ? MOST_COMPACT : MOST)))
  const perPage = Math.max(1, Math.ceil(count / pages))
  const lying = perPage <= 3 ? 1 : perPage <= 8 ? 2 : perPage <= MOST ? 3 : 4
  const columns = isUpright ? (perPage <= 5 ? 1 : 2) : Math.ceil(perPage / lying)
  return { pages, perPage, columns, rows: Math.ceil(perPage / columns) }
}
