import { minutesOf } from '../../domain/slot.ts'

/** Text stays text, whatever it begins with. A Date's UTC fields are the wall time. */
export type Cell = string | number | Date | Formatted | null
export type Formatted = { value: number | Date; format: string }

/** A real date cell, so that it can be sorted and filtered. */
export const dateCell = (date: string): Formatted => ({
  value: new Date(`${date}T00:00:00Z`),
  format: 'yyyy-mm-dd',
})

/** `HH:MM` up to 24:00, the end of a day. */
export const timeCell = (time: string): Formatted => ({ value: minutesOf(time) / 1440, format: '[hh]:mm' })

/** Sent to the thread: first the sheets, then one page after the other, each once the last is taken. */
export type Sheet = { title: string; columns: { header: string; width: number }[] }
export type Part = { sheet: number; rows: Cell[][] } | { end: true }

/** Sent by the thread: a piece of the file, or that it has taken a part. */
export type Written = { taken?: true; bytes?: Uint8Array<ArrayBuffer> }
