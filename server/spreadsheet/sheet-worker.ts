// A thread of its own, because a large file takes seconds of computing. Output is compressed and sent at
// once, so memory stays small.
import { parentPort, workerData } from 'node:worker_threads'
import { Zip } from 'fflate'
import type { Part, Sheet, Written } from './sheet.ts'
import { otherParts, rowXml, sheetHead, sheetPath, sheetTail, type Formats } from './sheet-xml.ts'
import { ZipEntry } from './streamed-zip.ts'

const sheets = workerData as Sheet[]
const unfit = sheets.find(({ title }) => /[\\/?*[\]:]/.test(title) || title.length > 31)
if (unfit) throw new Error(`Sheet name "${unfit.title}" cannot be written`)

const post = (written: Written) =>
  parentPort!.postMessage(written, written.bytes ? [written.bytes.buffer] : [])
const zip = new Zip((error, bytes) => {
  if (error) throw error
  post({ bytes: Uint8Array.from(bytes) })
})

function begin(name: string): ZipEntry {
  const entry = new ZipEntry(name)
  zip.add(entry)
  return entry
}

const formats: Formats = []
let open: { sheet: number; rows: number; entry: ZipEntry } | undefined

async function turnTo(sheet: number) {
  for (let next = (open?.sheet ?? -1) + 1; next <= sheet; next += 1) {
    await endSheet()
    open = { sheet: next, rows: 1, entry: begin(sheetPath(next)) }
    await open.entry.write(sheetHead(sheets[next]!))
  }
  return open!
}

async function endSheet() {
  if (!open) return
  await open.entry.write(sheetTail(sheets[open.sheet]!, open.rows))
  await open.entry.end()
}

async function take(part: Part) {
  if ('rows' in part) {
    const { entry } = await turnTo(part.sheet)
    const rows = part.rows.map((cells) => rowXml((open!.rows += 1), cells, formats))
    await entry.write(rows.join(''))
    return post({ taken: true })
  }
  await turnTo(sheets.length - 1)
  await endSheet()
  for (const [name, xml] of Object.entries(otherParts(sheets, formats))) {
    const entry = begin(name)
    await entry.write(xml)
    await entry.end()
  }
  zip.end()
  post({ taken: true })
}

// An uncaught failure ends this thread, which reports it to the caller.
parentPort!.on('message', (part: Part) => void take(part))
