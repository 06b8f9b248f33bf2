import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

const compress = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => promisify(gzip)(text, { level: 6 }),
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

  constructor(text: string) {
    this.text = text
  }

  /** The tag that an If-None-Match header names, the same for every encoding. */
  get hash(): string {
    this.#hash ??= createHash('sha1').update(this.text).digest('base64url')
    return this.#hash
  }

  bytes(encoding: Encoding): Promise<Buffer> {
    const known = this.#bytes.get(encoding)
    if (known) return known
    const made = compress[encoding](this.text)
    this.#bytes.set(encoding, made)
    return made
  }
}
