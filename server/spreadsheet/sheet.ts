/** What stands in a cell; text stays text whatever it begins with. */
export type Cell = string | number | null

/** What the thread that writes a file is told of each of its sheets first, and then page by page. */
export type Sheet = { title: string; columns: { header: string; width: number }[] }
export type Part = { sheet: number; rows: Cell[][] } | { end: true }
