/** Readable from five metres. */
const MOST = 12

type Grid = { pages: number; perPage: number; columns: number; rows: number }

/** Fills the wall's height; more than `MOST` cards become pages of equal length. */
export function gridOf(count: number, isUpright: boolean): Grid {
  const pages = Math.max(1, Math.ceil(count / MOST))
  const perPage = Math.max(1, Math.ceil(count / pages))
  const lying = perPage <= 3 ? 1 : perPage <= 8 ? 2 : 3
  const columns = isUpright ? (perPage <= 5 ? 1 : 2) : Math.ceil(perPage / lying)
  return { pages, perPage, columns, rows: Math.ceil(perPage / columns) }
}
