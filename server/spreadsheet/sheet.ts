/** The value of a cell; text stays text whatever it begins with. A date is the wall time that its UTC fields say. */
export type Cell = string | number | Date | null

/** The messages to the thread that writes a file: first its sheets, then page by page. */
export type Sheet = { title: string; columns: { header: string; width: number }[] }
export type Part = { sheet: number; rows: Cell[][] } | { end: true }
