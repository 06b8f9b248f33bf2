import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { XLSX } from '../../contract/spreadsheet.ts'
import type { Cell, Part, Sheet, Written } from './sheet.ts'

/** One column: its header, its width in characters, and what stands there for one thing. */
export type Column<T> = { header: string; width: number; value: (of: T) => Cell }

/** Reads what there is and adds it, in as many parts as it likes. */
type Fill<T> = (add: (things: readonly T[]) => Promise<void>) => Promise<void>

type Order<T> = {
  /** The file's name without its ending; the sheet inside has its first part. */
  name: string
  columns: readonly Column<T>[]
  fill: Fill<T>
}

/** One sheet of a file, whatever its rows are made from. */
export type SheetOrder = Sheet & { fill: Fill<Cell[]> }

type BookOrder = {
  /** The file's name without its ending. */
  name: string
  sheets: readonly SheetOrder[]
}

const AT_ONCE = 500

function asSheet<T>(title: string, columns: readonly Column<T>[], fill: Fill<T>): SheetOrder {
  const rowOf = (thing: T) => columns.map((column) => column.value(thing))
  return {
    title,
    columns: columns.map(({ header, width }) => ({ header, width })),
    fill: (add) =>
      fill(async (things) => {
        for (let i = 0; i < things.length; i += AT_ONCE) {
          await add(things.slice(i, i + AT_ONCE).map(rowOf))
          // Other requests get their turn.
          await setImmediate()
        }
      }),
  }
}

/** A sheet of what is known already. */
export const sheetOf = <T>(title: string, columns: readonly Column<T>[], things: readonly T[]): SheetOrder =>
  asSheet(title, columns, (add) => add(things))

/** Makes .xlsx files in threads beside the server. */
export type Spreadsheets = {
  write<T>(order: Order<T>): Promise<File>
  /** A file of several sheets. */
  writeBook(order: BookOrder): Promise<File>
  /** Ends what is being written and what waits. */
  close(): Promise<void>
}

export function makeSpreadsheets(): Spreadsheets {
  const running = new Set<Worker>()
  let isClosed = false
  // One after another: a stand's machine has few cores, and the reading of the next one waits as well.
  let before: Promise<unknown> = Promise.resolve()

  async function write({ name, sheets }: BookOrder): Promise<File> {
    if (isClosed) throw ended()
    const worker = new Worker(new URL('sheet-worker.ts', import.meta.url), {
      workerData: sheets.map(({ title, columns }): Sheet => ({ title, columns })),
      execArgv: [],
    })
    running.add(worker)
    const file = fileOf(worker)
    try {
      for (const [sheet, { fill }] of sheets.entries())
        await fill((rows) => file.tell({ sheet, rows: [...rows] }))
      await file.tell({ end: true })
      return new File(file.pieces, `${name}.xlsx`, { type: XLSX })
    } finally {
      running.delete(worker)
      await worker.terminate()
    }
  }

  function writeBook(order: BookOrder): Promise<File> {
    const written = before.then(() => write(order))
    before = written.catch(() => {})
    return written
  }

  return {
    write: ({ name, columns, fill }) =>
      writeBook({ name, sheets: [asSheet(name.split('_')[0]!, columns, fill)] }),
    writeBook,
    async close() {
      isClosed = true
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

const ended = () => new Error('the writing of spreadsheets has ended')

/** The file that a thread writes: tell it what comes next, and wait until it has taken that. */
function fileOf(worker: Worker) {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const failed = Promise.withResolvers<never>()
  // The caller that tells it something hears of a failure; before that it must not count as an unhandled one.
  failed.promise.catch(() => {})
  let taken = Promise.withResolvers<void>()
  worker.on('message', ({ bytes, ...written }: Written) => {
    if (bytes) pieces.push(bytes)
    if (written.taken || written.ended) taken.resolve()
  })
  worker.once('error', failed.reject)
  worker.once('exit', () => failed.reject(ended()))
  return {
    pieces,
    // Not faster than it is written: what waits would grow with the file.
    tell(part: Part) {
      taken = Promise.withResolvers()
      worker.postMessage(part, [])
      return Promise.race([taken.promise, failed.promise])
    },
  }
}
