import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, Readable, type Transform } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Zip, type AsyncFlateStreamHandler, type ZipInputFile } from 'fflate'

/** An entry of the manifest. */
type Listed = { name: string; bytes: number; sha256: string }

export type ZipWriter = {
  /** `stored` skips compression. */
  add(
    name: string,
    pieces: Iterable<string> | AsyncIterable<string | Uint8Array>,
    how?: { stored: boolean },
  ): Promise<void>
  readonly listed: readonly Listed[]
}

// Buffered for a slow client.
const WAITING_BYTES = 1 << 20

/** Follows the client's speed; a failure destroys the stream. */
export function streamZip(fill: (zip: ZipWriter) => Promise<void>): Readable {
  const bytes = new Readable({ highWaterMark: WAITING_BYTES, read: () => void bytes.emit('wanted') })
  bytes.once('close', () => bytes.emit('wanted'))
  const zip = new Zip((error, chunk, isLast) => {
    if (error) bytes.destroy(error)
    // The client has left.
    if (bytes.destroyed) return
    bytes.push(Buffer.from(chunk))
    if (isLast) bytes.push(null)
  })
  const drained = async () => {
    // Compression may have filled the buffer again.
    while (bytes.readableLength >= WAITING_BYTES && !bytes.destroyed) await once(bytes, 'wanted')
    if (bytes.destroyed) throw new Error('the client has disconnected')
  }
  const listed: Listed[] = []
  const add: ZipWriter['add'] = async (name, pieces, how) => {
    const entry = new ZipEntry(name, how?.stored)
    zip.add(entry)
    const hash = createHash('sha256')
    for await (const piece of pieces) {
      hash.update(piece)
      await entry.write(piece)
      await drained()
    }
    await entry.end()
    listed.push({ name, bytes: entry.size, sha256: hash.digest('hex') })
  }
  fill({ add, listed }).then(
    () => zip.end(),
    (error: Error) => bytes.destroy(error),
  )
  return bytes
}

export class ZipEntry implements ZipInputFile {
  readonly filename: string
  readonly compression: number
  size = 0
  crc = 0
  // Set by fflate's `Zip`.
  ondata!: AsyncFlateStreamHandler
  readonly #packed: Transform

  constructor(filename: string, isStored = false) {
    this.filename = filename
    this.compression = isStored ? 0 : 8
    this.#packed = isStored ? new PassThrough() : createDeflateRaw()
    this.#packed.on('data', (bytes: Buffer) => this.ondata(null, Uint8Array.from(bytes), false))
    this.#packed.on('end', () => this.ondata(null, new Uint8Array(), true))
  }

  async write(piece: string | Uint8Array) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    this.size += bytes.length
    this.crc = crc32(bytes, this.crc)
    if (!this.#packed.write(bytes)) await once(this.#packed, 'drain')
  }

  async end() {
    const ended = once(this.#packed, 'end')
    this.#packed.end()
    await ended
  }
}
