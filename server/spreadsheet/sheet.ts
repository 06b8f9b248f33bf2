/** The value of a cell; text stays text whatever it begins with. A date is the wall time that its UTC fields say. */
export type Cell = string | number | Date | Formatted | null
/** A number or date that is shown by a format of its own. */
export type Formatted = { value: number | Date; format: string }

/** A cell of the date `YYYY-MM-DD`, by which one can sort and filter. */
export const dateCell = (date: string): Formatted => ({
  value: new Date(`${date}T00:00:00Z`),
  format: 'yyyy-mm-dd',
})

/** A cell of the wall time `HH:MM`, up to 24:00, which a day that is over ends at. */
export function timeCell(time: string): Formatted {
  const [hours, minutes] = time.split(':').map(Number)
  return { value: (hours! * 60 + minutes!) / 1440, format: '[hh]:mm' }
}

/** The messages to the thread that writes a file: first its sheets, then page by page, each after the last was taken. */
export type Sheet = { title: string; columns: { header: string; width: number }[] }
export type Part = { sheet: number; rows: Cell[][] } | { end: true }

/** The messages of that thread: a part was taken, here is a piece of the file, that was the last one. */
export type Written = { taken?: true; bytes?: Uint8Array<ArrayBuffer>; ended?: true }
