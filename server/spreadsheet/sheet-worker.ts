// Runs in a thread of its own: making a file of thousands of rows takes seconds of nothing but computing.
import { parentPort, workerData } from 'node:worker_threads'
import writeExcelFile, { type CellObject, type Row } from 'write-excel-file/node'
import {
  getCellAddress,
  getOrderOfSiblings,
  getSelfClosingTagMarkup,
  insertElementMarkupAccordingToOrderOfSiblings,
} from 'write-excel-file/utility'
import type { Cell, Part, Sheet } from './sheet.ts'

const sheets = (workerData as Sheet[]).map(({ title, columns }) => ({
  sheet: title,
  columns,
  stickyRowsCount: 1,
  stickyColumnsCount: 1,
  data: [columns.map(({ header }) => ({ value: header, type: String, fontWeight: 'bold' }))] as Row[],
}))

// The format says text too: a cell that begins with = must not become a formula when somebody edits it.
const asCell = (value: Cell): CellObject | null => {
  if (value === null || value === '') return null
  if (value instanceof Date) return { value, type: Date, format: 'yyyy-mm-dd hh:mm' }
  if (typeof value === 'object') return { ...value, type: typeof value.value === 'number' ? Number : Date }
  return typeof value === 'number' ? { value, type: Number } : { value, type: String, format: '@' }
}

type Feature = NonNullable<NonNullable<Parameters<typeof writeExcelFile>[1]>['features']>[number]

/** The little arrows in the header, by which one filters and sorts. */
const autoFilter: Feature = {
  files: {
    transform: {
      'xl/worksheets/sheet{id}.xml': {
        transform(xml, _options, { sheetIndex }) {
          const { data, columns } = sheets[sheetIndex]!
          const ref = `A1:${getCellAddress(data.length - 1, columns.length - 1)}`
          return insertElementMarkupAccordingToOrderOfSiblings(
            xml,
            getSelfClosingTagMarkup('autoFilter', { ref }),
            getOrderOfSiblings('xl/worksheets/sheet{id}.xml', 'worksheet')!,
            'worksheet',
          )
        },
      },
    },
  },
}

async function finish() {
  const file = await writeExcelFile(sheets, { features: [autoFilter] }).toBuffer()
  const bytes = new Uint8Array(file)
  parentPort!.postMessage(bytes, [bytes.buffer])
}

parentPort!.on('message', (part: Part) => {
  if ('rows' in part) sheets[part.sheet]!.data.push(...part.rows.map((row) => row.map(asCell)))
  // Nobody catches a failure: it ends this thread, and so the caller that waits for the file hears of it.
  else void finish()
})
