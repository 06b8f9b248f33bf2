import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { CSV, XLSX, type InFormat } from '../../contract/spreadsheet.ts'
import { StreamedFile } from '../http/streamed-file.ts'
import type { Cell, Part, Sheet, Written } from './sheet.ts'

/** One column: its header, its width in characters, and what stands there for one thing. */
export type Column<T> = readonly [header: string, width: number, value: (of: T) => Cell]

export type SheetOf<T> = { title: string; columns: readonly Column<T>[] }

/** Any number of parts, with the sheets in order. */
export type Add = <T>(sheet: SheetOf<T>, things: readonly T[]) => Promise<void>

type BookOrder = InFormat & {
  /** Without its extension. */
  name: string
  // oxlint-disable-next-line no-explicit-any -- Each sheet has things of its own, which `Add` knows.
  sheets: readonly SheetOf<any>[]
  fill: (add: Add) => Promise<void>
}

type Order<T> = InFormat & {
  /** Without its extension; its first part is the sheet's title. */
  name: string
  columns: readonly Column<T>[]
  fill: (add: (things: readonly T[]) => Promise<void>) => Promise<void>
}

const AT_ONCE = 500

const KINDS = {
  xlsx: { type: XLSX, worker: new URL('sheet-worker.ts', import.meta.url) },
  csv: { type: `${CSV}; charset=utf-8`, worker: new URL('csv-worker.ts', import.meta.url) },
}

/** Writes .xlsx and .csv files in threads. Resolves at the first bytes, and sends the rest as it is written. */
export type Spreadsheets = {
  write<T>(order: Order<T>): Promise<StreamedFile>
  writeBook(order: BookOrder): Promise<StreamedFile>
  /** Cancels the running export and those that wait. */
  close(): Promise<void>
}

export function makeSpreadsheets(): Spreadsheets {
  const running = new Set<Worker>()
  let isClosed = false
  // One export at a time, because the machine has few cores.
  let before: Promise<unknown> = Promise.resolve()

  async function write(
    { name, format = 'xlsx', sheets, fill }: BookOrder,
    begin: (file: StreamedFile) => void,
  ) {
    if (isClosed) throw ended()
    const { type, worker: path } = KINDS[format]
    const worker = new Worker(path, {
      workerData: sheets.map(({ title, columns }): Sheet => ({
        title,
        columns: columns.map(([header, width]) => ({ header, width })),
      })),
      execArgv: [],
    })
    running.add(worker)
    const { bytes, tell } = fileOf(worker, () =>
      begin(new StreamedFile(bytes, { name: `${name}.${format}`, type })),
    )
    try {
      await fill(async (sheet, things) => {
        for (let i = 0; i < things.length; i += AT_ONCE) {
          const rows = things
            .slice(i, i + AT_ONCE)
            .map((thing) => sheet.columns.map(([, , value]) => value(thing)))
          await tell({ sheet: sheets.indexOf(sheet), rows })
          // Let other requests run.
          await setImmediate()
        }
      })
      await tell({ end: true })
      bytes.push(null)
    } catch (error) {
      // Break the connection: a client must not take half a file for the whole.
      bytes.destroy(error as Error)
      throw error
    } finally {
      running.delete(worker)
      await worker.terminate()
    }
  }

  function writeBook(order: BookOrder): Promise<StreamedFile> {
    const started = Promise.withResolvers<StreamedFile>()
    before = before.then(() => write(order, started.resolve)).catch(started.reject)
    return started.promise
  }

  return {
    write({ name, format, columns, fill }) {
      const sheet = { title: name.split('_')[0]!, columns }
      return writeBook({ name, format, sheets: [sheet], fill: (add) => fill((things) => add(sheet, things)) })
    },
    writeBook,
    async close() {
      isClosed = true
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

const ended = () => new Error('the writing of spreadsheets has ended')

function fileOf(worker: Worker, begin: () => void) {
  // Buffers what the client has not read, so that a slow one delays neither the database nor the next export.
  const bytes = new Readable({ read() {} })
  const failed = Promise.withResolvers<never>()
  // The next caller awaits it; until then it must not count as unhandled.
  failed.promise.catch(() => {})
  // A failure after the client has left is no error.
  bytes.on('error', () => {})
  // Ends the thread, and so the reading, when the client leaves.
  bytes.once('close', () => void worker.terminate())
  let taken = Promise.withResolvers<void>()
  worker.on('message', ({ bytes: piece, taken: isTaken }: Written) => {
    if (piece && !bytes.destroyed) bytes.push(piece)
    if (piece) begin()
    if (isTaken) taken.resolve()
  })
  worker.once('error', failed.reject)
  worker.once('exit', () => failed.reject(ended()))
  return {
    bytes,
    // Waits until each part is written; otherwise memory grows with the file.
    tell: (part: Part) => {
      taken = Promise.withResolvers()
      worker.postMessage(part, [])
      return Promise.race([taken.promise, failed.promise])
    },
  }
}
