import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Db, Tx } from '../database/transaction.ts'
import { AppError } from './app-error.ts'
import type { Encoding } from './serialized-answer.ts'

/** For answers too long for memory; each piece is made when the client has read the previous ones. */
export class StreamedAnswer<T> {
  /** For type checks only. */
  declare readonly says: T
  readonly pieces: AsyncGenerator<string>

  constructor(pieces: AsyncGenerator<string>) {
    this.pieces = pieces
  }
}

export async function* jsonList(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let begin = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield begin + JSON.stringify(page).slice(1, -1)
    begin = ','
  }
  yield begin === '[' ? '[]' : ']'
}

export async function* jsonItems(items: Iterable<AsyncGenerator<string>>): AsyncGenerator<string> {
  let begin = '['
  for (const item of items) {
    yield begin
    yield* item
    begin = ','
  }
  yield begin === '[' ? '[]' : ']'
}

/** A part is a value or pieces of JSON. */
export async function* jsonObject(parts: Record<string, unknown>): AsyncGenerator<string> {
  let begin = '{'
  for (const [name, part] of Object.entries(parts)) {
    yield `${begin}${JSON.stringify(name)}:`
    if (isPieces(part)) yield* part
    else yield JSON.stringify(part)
    begin = ','
  }
  yield begin === '{' ? '{}' : '}'
}

const isPieces = (part: unknown): part is AsyncGenerator<string> =>
  typeof part === 'object' && part !== null && Symbol.asyncIterator in part

/** One consistent snapshot; the transaction also ends when reading stops early. */
export async function* atOneMoment(
  db: Db,
  read: (tx: Tx) => AsyncIterable<string>,
): AsyncGenerator<string, void> {
  const tx = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    yield* read(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/** Characters up to which an answer is sent whole, with an ETag. */
const WHOLE = 256 * 1_024
/** Each holds a database connection. */
const MAX_AT_ONCE = 2
const LONGEST_MS = 300_000

let underWay = 0

/** The whole text, or a stream for a long answer. */
export async function beginAnswer({ pieces }: StreamedAnswer<unknown>): Promise<string | Readable> {
  let text = ''
  while (text.length <= WHOLE) {
    const next = await pieces.next()
    if (next.done) return text
    text += next.value
  }
  if (underWay >= MAX_AT_ONCE) {
    await pieces.return(undefined)
    throw new AppError('overloaded', { headers: { 'retry-after': '5' } })
  }
  underWay += 1
  const signal = AbortSignal.timeout(LONGEST_MS)
  const stream = Readable.from(after(text, pieces), { objectMode: false, highWaterMark: WHOLE, signal })
  // Also if the client left before the first piece.
  return stream.once('close', () => {
    underWay -= 1
    void pieces.return(undefined)
  })
}

async function* after(begun: string, pieces: AsyncGenerator<string>) {
  yield begun
  yield* pieces
}

export function encoded(text: Readable, encoding: Encoding): Readable {
  if (encoding === 'identity') return text
  const compress =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
      : createGzip({ level: 4 })
  // A failure destroys the connection, so that half an answer is not taken for the whole.
  pipeline(text, compress).catch(() => {})
  return compress
}
