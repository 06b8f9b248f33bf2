import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { XLSX } from '../../contract/spreadsheet.ts'
import type { Cell, Part, Sheet } from './sheet.ts'

/** One column: its header, its width in characters, and what stands there for one thing. */
export type Column<T> = { header: string; width: number; value: (of: T) => Cell }

type Order<T> = {
  /** The file's name without its ending; the sheet inside has its first part. */
  name: string
  columns: readonly Column<T>[]
  /** Reads what there is and adds it, in as many parts as it likes. */
  fill: (add: (things: readonly T[]) => Promise<void>) => Promise<void>
}

const AT_ONCE = 500

/** Makes .xlsx files in threads beside the server. */
export type Spreadsheets = {
  write<T>(order: Order<T>): Promise<File>
  /** Ends what is being written and what waits. */
  close(): Promise<void>
}

export function makeSpreadsheets(): Spreadsheets {
  const running = new Set<Worker>()
  let isClosed = false
  // One after another: a stand's machine has few cores, and the reading of the next one waits as well.
  let before: Promise<unknown> = Promise.resolve()

  async function write<T>({ name, columns, fill }: Order<T>): Promise<File> {
    if (isClosed) throw ended()
    const sheet: Sheet = {
      title: name.split('_')[0]!,
      columns: columns.map(({ header, width }) => ({ header, width })),
    }
    const worker = new Worker(new URL('sheet-worker.ts', import.meta.url), {
      workerData: sheet,
      execArgv: [],
    })
    running.add(worker)
    const file = fileOf(worker)
    // Whoever awaits it hears of a failure; before that it must not count as one that nobody handles.
    file.catch(() => {})
    const tell = (part: Part) => worker.postMessage(part, [])
    try {
      await fill(async (things) => {
        for (let i = 0; i < things.length; i += AT_ONCE) {
          const page = things.slice(i, i + AT_ONCE)
          tell({ rows: page.map((each) => columns.map((column) => column.value(each))) })
          // Other requests get their turn.
          await setImmediate()
        }
      })
      tell({ end: true })
      return new File([await file], `${name}.xlsx`, { type: XLSX })
    } finally {
      running.delete(worker)
      await worker.terminate()
    }
  }

  return {
    write(order) {
      const written = before.then(() => write(order))
      before = written.catch(() => {})
      return written
    },
    async close() {
      isClosed = true
      await Promise.all([...running].map((worker) => worker.terminate()))
    },
  }
}

const ended = () => new Error('the writing of spreadsheets has ended')

const fileOf = (worker: Worker) =>
  new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(ended()))
  })
