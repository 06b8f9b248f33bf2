import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Db, Tx } from '../database/transaction.ts'
import { AppError } from './app-error.ts'

/** For answers too long for memory as text. */
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

/** Characters up to which an answer is kept as text. */
const WHOLE = 256 * 1_024
/** Each holds a database connection, then its compressed bytes. */
const MAX_AT_ONCE = 2

let underWay = 0

/** Compressed in memory, because its ETag is known at its end. `hash` is that of the text. */
export type PackedAnswer = { hash: string; gzipped: Buffer[] }

/** The whole text, or a long answer compressed. Ends when the client has left. */
export async function beginAnswer(
  { pieces }: StreamedAnswer<unknown>,
  response: Writable,
): Promise<string | PackedAnswer> {
  let text = ''
  while (text.length <= WHOLE) {
    const next = await pieces.next()
    if (next.done) return text
    text += next.value
  }
  if (underWay >= MAX_AT_ONCE || response.closed) {
    await pieces.return(undefined)
    throw new AppError('overloaded', { headers: { 'retry-after': '5' } })
  }
  underWay += 1
  const left = new AbortController()
  response.once('close', () => {
    underWay -= 1
    left.abort()
  })
  return pack(after(text, pieces), left.signal).catch((error: unknown) => {
    throw left.signal.aborted ? new AppError('request_timeout') : error
  })
}

async function* after(begun: string, pieces: AsyncGenerator<string>) {
  yield begun
  yield* pieces
}

async function pack(pieces: AsyncIterable<string>, signal: AbortSignal): Promise<PackedAnswer> {
  const text = createHash('sha1')
  const gzipped: Buffer[] = []
  async function* hashed() {
    for await (const piece of pieces) {
      text.update(piece)
      yield piece
    }
  }
  const keep = async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) gzipped.push(chunk)
  }
  await pipeline(hashed, createGzip({ level: 4 }), keep, { signal })
  return { hash: text.digest('base64url'), gzipped }
}
