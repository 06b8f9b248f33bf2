// Benchmark row: schedule
// 0.58 with it, 0.10 without.
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

// In bits. JSON repeats within a few hundred bytes, and clearing a larger window costs more than compressing.
const WINDOW = 16
const SMALLEST_PIECE = 1_024

// zlib keeps the whole buffer, 16 kB by default.
const pieceFor = ({ length }: Buffer) => Math.max(SMALLEST_PIECE, Math.ceil(length / 4))

const compress = {
  br: (json: Buffer) =>
    promisify(brotliCompress)(json, {
      chunkSize: pieceFor(json),
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: WINDOW },
    }),
  gzip: (json: Buffer) => promisify(gzip)(json, { level: 6, chunkSize: pieceFor(json) }),
}

/** Not in Node's shared pool, which a small cached slice would keep alive. */
function bytesOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  bytes.write(text)
  return bytes
}

/** JSON text with the type of its content. Bytes, tag and compressed forms are made once, when needed. */
export class SerializedAnswer<T> {
  /** For type checks only. */
  declare readonly says: T
  /** Text until its bytes, half as large, are needed. */
  #json: string | Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()
  #hash: string | undefined

  constructor(text: string) {
    this.#json = text
  }

  static of<T>(value: T): SerializedAnswer<T> {
    return new SerializedAnswer(JSON.stringify(value))
  }

  get text(): string {
    return this.#json.toString()
  }

  get json(): Buffer {
    if (typeof this.#json === 'string') this.#json = bytesOf(this.#json)
    return this.#json
  }

  /** The same for all encodings. */
  get hash(): string {
    this.#hash ??= hash('sha1', this.json, 'base64url')
    return this.#hash
  }

  get tagStart(): string {
    return `"${this.hash}-`
  }

  etag(encoding: Encoding): string {
    return `${this.tagStart}${encoding}"`
  }

  bytes(encoding: Encoding): Buffer | Promise<Buffer> {
    if (encoding === 'identity') return this.json
    return this.#compressed.getOrInsertComputed(encoding, () => compress[encoding](this.json))
  }
}
