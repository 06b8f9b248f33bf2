import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

// In bits. What lists repeat stands within a few hundred bytes: a larger window makes them no smaller, and each compression
// clears it anew, which costs more than the compression itself.
const WINDOW = 16
const SMALLEST_PIECE = 1_024

// The compressed form is kept in the piece of memory that it was written to, 16 kB unless told otherwise.
const pieceFor = ({ length }: string) => Math.max(SMALLEST_PIECE, Math.ceil(length / 4))

const compress = {
  br: (text: string) =>
    promisify(brotliCompress)(text, {
      chunkSize: pieceFor(text),
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: WINDOW },
    }),
  gzip: (text: string) => promisify(gzip)(text, { level: 6, chunkSize: pieceFor(text) }),
  identity: async (text: string) => Buffer.from(text),
}

/**
 * An answer as JSON text, with the type of what it says. Its tag and its compressed forms are made once, when first
 * asked for, so that an answer kept for thousands of readers costs each of them nothing.
 */
export class SerializedAnswer<T> {
  readonly text: string
  /** Only for the type checker. */
  declare readonly says: T
  readonly #bytes = new Map<Encoding, Promise<Buffer>>()
  #hash: string | undefined
  #tagStart: string | undefined

  constructor(text: string) {
    this.text = text
  }

  /** The part of the tag that is the same for every encoding. */
  get hash(): string {
    this.#hash ??= createHash('sha1').update(this.text).digest('base64url')
    return this.#hash
  }

  /** The beginning of the tag as a header holds it, up to the name of the encoding. */
  get tagStart(): string {
    this.#tagStart ??= `"${this.hash}-`
    return this.#tagStart
  }

  bytes(encoding: Encoding): Promise<Buffer> {
    const known = this.#bytes.get(encoding)
    if (known) return known
    const made = compress[encoding](this.text)
    this.#bytes.set(encoding, made)
    return made
  }
}
