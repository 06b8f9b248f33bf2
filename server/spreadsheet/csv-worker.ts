// Takes and sends what sheet-worker.ts does, and writes one text: a table, or several with their titles.
import { parentPort, workerData } from 'node:worker_threads'
import { csvLine, UTF8_MARK } from '../../domain/csv.ts'
import { timeOf } from '../../domain/slot.ts'
import type { Cell, Part, Sheet, Written } from './sheet.ts'

const sheets = workerData as Sheet[]
let open = -1

function headsTo(sheet: number): string {
  let text = open < 0 ? UTF8_MARK : ''
  while (open < sheet) {
    const { title, columns } = sheets[(open += 1)]!
    // An empty line ends a table.
    if (open > 0) text += '\r\n'
    if (sheets.length > 1) text += csvLine([title])
    text += csvLine(columns.map(({ header }) => header))
  }
  return text
}

const isoOf = (wall: Date, length: number) => wall.toISOString().slice(0, length).replace('T', ' ')

/** As .xlsx shows it; a formatted number is a time of day. */
function textOf(cell: Cell): string | number {
  if (cell === null || typeof cell === 'string' || typeof cell === 'number') return cell ?? ''
  if (cell instanceof Date) return isoOf(cell, 16)
  if (cell.value instanceof Date) return isoOf(cell.value, 10)
  return timeOf(Math.round(cell.value * 1440))
}

parentPort!.on('message', (part: Part) => {
  const isRows = 'rows' in part
  const heads = headsTo(isRows ? part.sheet : sheets.length - 1)
  const rows = isRows ? part.rows.map((cells) => csvLine(cells.map(textOf))) : []
  const bytes = new TextEncoder().encode(heads + rows.join(''))
  parentPort!.postMessage({ bytes, taken: true } satisfies Written, [bytes.buffer])
})
