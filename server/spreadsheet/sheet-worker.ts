// A thread of its own, because a large file takes seconds of computing. Output is compressed and sent at
// once, so memory stays small.
import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type AsyncFlateStreamHandler, type ZipInputFile } from 'fflate'
import type { Part, Sheet, Written } from './sheet.ts'
import { otherParts, rowXml, sheetHead, sheetPath, sheetTail, type Formats } from './sheet-xml.ts'

const sheets = workerData as Sheet[]
const unfit = sheets.find(({ title }) => /[\\/?*[\]:]/.test(title) || title.length > 31)
if (unfit) throw new Error(`Sheet name "${unfit.title}" cannot be written`)

const post = (written: Written) =>
  parentPort!.postMessage(written, written.bytes ? [written.bytes.buffer] : [])
const zip = new Zip((error, bytes) => {
  if (error) throw error
  post({ bytes: Uint8Array.from(bytes) })
})

class Entry implements ZipInputFile {
  readonly filename: string
  readonly compression = 8
  size = 0
  crc = 0
  // Set by the archive when the entry is added.
  ondata!: AsyncFlateStreamHandler
  readonly #deflate = createDeflateRaw()

  constructor(filename: string) {
    this.filename = filename
    zip.add(this)
    this.#deflate.on('data', (bytes: Buffer) => this.ondata(null, Uint8Array.from(bytes), false))
    this.#deflate.on('end', () => this.ondata(null, new Uint8Array(), true))
  }

  async write(text: string) {
    const bytes = Buffer.from(text)
    this.size += bytes.length
    this.crc = crc32(bytes, this.crc)
    if (!this.#deflate.write(bytes)) await once(this.#deflate, 'drain')
  }

  async end() {
    const ended = once(this.#deflate, 'end')
    this.#deflate.end()
    await ended
  }
}

const formats: Formats = []
let open: { sheet: number; rows: number; entry: Entry } | undefined

async function turnTo(sheet: number) {
  for (let next = (open?.sheet ?? -1) + 1; next <= sheet; next += 1) {
    await endSheet()
    open = { sheet: next, rows: 1, entry: new Entry(sheetPath(next)) }
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
    const entry = new Entry(name)
    await entry.write(xml)
    await entry.end()
  }
  zip.end()
  post({ ended: true })
}

// An uncaught failure ends this thread, which reports it to the caller.
parentPort!.on('message', (part: Part) => void take(part))
