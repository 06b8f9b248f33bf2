// Benchmark row: schedule
// 0.58 with it, 0.10 without.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

// In bits. What lists repeat stands within a few hundred bytes: a larger window makes them no smaller, and each compression
// clears it anew, which costs more than the compression itself.
const WINDOW = 16
const SMALLEST_PIECE = 1_024

// The compressed form is kept in the piece of memory that it was written to, 16 kB unless told otherwise.
const pieceFor = ({ length }: Buffer) => Math.max(SMALLEST_PIECE, Math.ceil(length / 4))

const compress = {
  br: (json: Buffer) =>
    promisify(brotliCompress)(json, {
      chunkSize: pieceFor(json),
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: WINDOW },
    }),
  gzip: (json: Buffer) => promisify(gzip)(json, { level: 6, chunkSize: pieceFor(json) }),
}

/** Bytes in memory of their own: a small part of Node's pool would keep all of that for as long as it is kept itself. */
function bytesOf(pieces: readonly string[]): Buffer {
  const lengths = pieces.map((piece) => Buffer.byteLength(piece))
  const bytes = Buffer.allocUnsafeSlow(lengths.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const piece of pieces) at += bytes.write(piece, at)
  return bytes
}

/**
 * An answer as JSON text, with the type of what it says. Its bytes, its tag and its compressed forms are made once, when
 * first asked for, so that an answer kept for thousands of readers costs each of them nothing.
 */
export class SerializedAnswer<T> {
  /** Only for the type checker. */
  declare readonly says: T
  /** Its text in pieces until its bytes are asked for, which take half as much memory. */
  #json: readonly string[] | Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()
  #hash: string | undefined

  /** Of a long answer the pieces that are there already: put together they would be a text as long again, twice as large. */
  constructor(text: string | readonly string[]) {
    this.#json = typeof text === 'string' ? [text] : text
  }

  static of<T>(value: T): SerializedAnswer<T> {
    return new SerializedAnswer(JSON.stringify(value))
  }

  get text(): string {
    return Buffer.isBuffer(this.#json) ? this.#json.toString() : this.#json.join('')
  }

  get json(): Buffer {
    if (!Buffer.isBuffer(this.#json)) this.#json = bytesOf(this.#json)
    return this.#json
  }

  /** The part of the tag that is the same for every encoding. */
  get hash(): string {
    this.#hash ??= hash('sha1', this.json, 'base64url')
    return this.#hash
  }

  /** The beginning of the tag as a header holds it, up to the name of the encoding. */
  get tagStart(): string {
    return `"${this.hash}-`
  }

  /** The tag of its bytes in an encoding, as a header holds it. */
  etag(encoding: Encoding): string {
    return `${this.tagStart}${encoding}"`
  }

  bytes(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.json
    const known = this.#compressed.get(encoding)
    if (known) return known
    const made = compress[encoding](this.json)
    this.#compressed.set(encoding, made)
    return made
  }
}
