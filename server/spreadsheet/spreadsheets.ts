import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { XLSX } from '../../contract/spreadsheet.ts'
import { StreamedFile } from '../http/streamed-file.ts'
import type { Cell, Part, Sheet, Written } from './sheet.ts'

/** One column: its header, its width in characters, and what stands there for one thing. */
export type Column<T> = { header: string; width: number; value: (of: T) => Cell }

/** A sheet of a file: its title, and the columns of what stands in it. */
export type SheetOf<T> = { title: string; columns: readonly Column<T>[] }

/** Adds things to a sheet, in as many parts as one likes; the sheets in their order. */
export type Add = <T>(sheet: SheetOf<T>, things: readonly T[]) => Promise<void>

type BookOrder = {
  /** The file's name without its ending. */
  name: string
  // oxlint-disable-next-line no-explicit-any -- Each sheet has things of its own, which `Add` knows.
  sheets: readonly SheetOf<any>[]
  /** Reads what there is and adds it. */
  fill: (add: Add) => Promise<void>
}

type Order<T> = {
  /** The file's name without its ending; the sheet inside has its first part. */
  name: string
  columns: readonly Column<T>[]
  fill: (add: (things: readonly T[]) => Promise<void>) => Promise<void>
}

const AT_ONCE = 500

/** Makes .xlsx files in threads beside the server. Each is answered when its first bytes are there, and sent as it grows. */
export type Spreadsheets = {
  write<T>(order: Order<T>): Promise<StreamedFile>
  /** A file of several sheets. */
  writeBook(order: BookOrder): Promise<StreamedFile>
  /** Ends what is being written and what waits. */
  close(): Promise<void>
}

export function makeSpreadsheets(): Spreadsheets {
  const running = new Set<Worker>()
  let isClosed = false
  // One after another: a stand's machine has few cores, and the reading of the next one waits as well.
  let before: Promise<unknown> = Promise.resolve()

  async function write({ name, sheets, fill }: BookOrder, begin: (file: StreamedFile) => void) {
    if (isClosed) throw ended()
    const worker = new Worker(new URL('sheet-worker.ts', import.meta.url), {
      workerData: sheets.map(({ title, columns }): Sheet => ({
        title,
        columns: columns.map(({ header, width }) => ({ header, width })),
      })),
      execArgv: [],
    })
    running.add(worker)
    const { bytes, tell } = fileOf(worker, () =>
      begin(new StreamedFile(bytes, { name: `${name}.xlsx`, type: XLSX })),
    )
    try {
      await fill(async (sheet, things) => {
        for (let i = 0; i < things.length; i += AT_ONCE) {
          const rows = things
            .slice(i, i + AT_ONCE)
            .map((thing) => sheet.columns.map((column) => column.value(thing)))
          await tell({ sheet: sheets.indexOf(sheet), rows })
          // Other requests get their turn.
          await setImmediate()
        }
      })
      await tell({ end: true })
      bytes.push(null)
    } catch (error) {
      // The connection goes with it: a client must not take half a file for the whole.
      bytes.destroy(error as Error)
      throw error
    } finally {
      running.delete(worker)
      await worker.terminate()
    }
  }

  function writeBook(order: BookOrder): Promise<StreamedFile> {
    const begun = Promise.withResolvers<StreamedFile>()
    before = before.then(() => write(order, begun.resolve)).catch(begun.reject)
    return begun.promise
  }

  return {
    write({ name, columns, fill }) {
      const sheet = { title: name.split('_')[0]!, columns }
      return writeBook({ name, sheets: [sheet], fill: (add) => fill((things) => add(sheet, things)) })
    },
    writeBook,
    async close() {
      isClosed = true
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

const ended = () => new Error('the writing of spreadsheets has ended')

/** The file that a thread writes: tell it what comes next, and wait until it has taken that. */
function fileOf(worker: Worker, begin: () => void) {
  // Bytes that its client has not taken yet wait here: a slow one keeps neither the database nor the next file waiting.
  const bytes = new Readable({ read() {} })
  const failed = Promise.withResolvers<never>()
  // The caller that tells it something hears of a failure; before that it must not count as an unhandled one.
  failed.promise.catch(() => {})
  // Nor may one that nobody is sent any more.
  bytes.on('error', () => {})
  // A client that has left ends the thread, and by that the reading.
  bytes.once('close', () => void worker.terminate())
  let taken = Promise.withResolvers<void>()
  worker.on('message', ({ bytes: piece, ...written }: Written) => {
    if (piece && !bytes.destroyed) bytes.push(piece)
    if (piece) begin()
    if (written.taken || written.ended) taken.resolve()
  })
  worker.once('error', failed.reject)
  worker.once('exit', () => failed.reject(ended()))
  return {
    bytes,
    // Not faster than it is written: what waits would grow with the file.
    tell: (part: Part) => {
      taken = Promise.withResolvers()
      worker.postMessage(part, [])
      return Promise.race([taken.promise, failed.promise])
    },
  }
}
