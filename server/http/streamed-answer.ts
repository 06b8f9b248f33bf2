import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { Db, Tx } from '../database/transaction.ts'
import { AppError } from './app-error.ts'
import type { Encoding } from './serialized-answer.ts'

/** JSON text in pieces, each made when the client has taken those before: for answers too long for memory. */
export class StreamedAnswer<T> {
  /** Only for the type checker. */
  declare readonly says: T
  readonly pieces: AsyncGenerator<string>

  constructor(pieces: AsyncGenerator<string>) {
    this.pieces = pieces
  }
}

/** The JSON text of a list, made from its pages. */
export async function* jsonList(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let begin = '['
  for await (const page of pages) {
    if (page.length === 0) continue
    yield begin + JSON.stringify(page).slice(1, -1)
    begin = ','
  }
  yield begin === '[' ? '[]' : ']'
}

/** The JSON text of a list whose items come in pieces themselves. */
export async function* jsonItems(items: Iterable<AsyncGenerator<string>>): AsyncGenerator<string> {
  let begin = '['
  for (const item of items) {
    yield begin
    yield* item
    begin = ','
  }
  yield begin === '[' ? '[]' : ']'
}

/** The JSON text of an object; a part is a value, or the pieces of its JSON text. */
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

/** The pieces that `read` makes, all as of one moment. The transaction ends with them, also when nobody takes the rest. */
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

/** Up to so many characters an answer is made whole, with a tag and an answer to `If-None-Match`. */
const WHOLE = 256 * 1_024
/** How many long answers a process sends at once: each keeps a connection to the database for as long as it takes. */
const MAX_AT_ONCE = 2
const LONGEST_MS = 300_000

let underWay = 0

/** The whole text of an answer, or, where that is long, the stream of its text. */
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
  // Also of a client that has left before the first piece.
  return stream.once('close', () => {
    underWay -= 1
    void pieces.return(undefined)
  })
}

async function* after(begun: string, pieces: AsyncGenerator<string>) {
  yield begun
  yield* pieces
}

/** The stream as it goes over the wire. When its client leaves, the source of the pieces hears of it. */
export function encoded(text: Readable, encoding: Encoding): Readable {
  if (encoding === 'identity') return text
  const compress =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } })
      : createGzip({ level: 4 })
  // A failure destroys both, and with them the connection: a client must not take half an answer for the whole.
  pipeline(text, compress).catch(() => {})
  return compress
}
