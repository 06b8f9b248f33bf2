import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Instant } from '../../domain/madrid-time.ts'
import { sendAlong, inTransaction, type Db, type Tx } from '../database/transaction.ts'
import { AppError, invalid } from './app-error.ts'
import type { Caller } from './gates.ts'

export const REMEMBERED_FOR = 24 * 3_600_000
export const MAX_KEY = 64

const ownerOf = ({ member, admin }: Caller) =>
  member ? `member ${member.id}` : admin ? `admin ${admin.id}` : undefined

export type RequestKey = { owner: string; key: string; request_hash: Buffer }

export function requestKeyOf(request: FastifyRequest): RequestKey | undefined {
  const secret = request.headers['idempotency-key']
  const owner = ownerOf(request.caller)
  // A dry run writes nothing, and its answer may name members.
  const { dry_run } = Object(request.body) as { dry_run?: unknown }
  if (typeof secret !== 'string' || owner === undefined || dry_run === true) return undefined
  if (secret.length === 0 || secret.length > MAX_KEY)
    throw invalid('Idempotency-Key', `1자 이상 ${MAX_KEY}자 이하여야 합니다.`)
  const key = createHash('sha256').update(secret).digest('base64url')
  // Bodies may hold passwords. The key is not stored, so the hash cannot be guessed from.
  const request_hash = createHmac('sha256', secret)
    .update(`${request.method} ${request.url} ${JSON.stringify(request.body)}`)
    .digest()
  return { owner, key, request_hash }
}

/**
 * The key is written with the write itself: a concurrent repeat waits at its row, and a failure rolls it
 * back. `checkRepeat` throws if the first answer no longer holds.
 */
export async function writeOnce(
  db: Db,
  { owner, key, request_hash }: RequestKey,
  write: (tx: Tx) => Promise<string>,
  checkRepeat: (tx: Tx, firstAnswer: string) => Promise<void>,
  now: Instant,
): Promise<string> {
  const isRow = sql<boolean>`owner = ${owner} and key = ${key}`
  return inTransaction(db, async (tx) => {
    const begun = await tx
      .insertInto('idempotency_keys')
      .values({ owner, key, request_hash, answer: null, created_at: new Date(now) })
      .onConflict((conflict) =>
        conflict
          .columns(['owner', 'key'])
          .doUpdateSet({ request_hash, answer: null, created_at: new Date(now) })
          .where('idempotency_keys.created_at', '<=', new Date(now - REMEMBERED_FOR)),
      )
      .returning('key')
      .executeTakeFirst()
    if (begun) {
      const answer = await write(tx).catch(async (error: unknown) => {
        if (error instanceof AppError && error.keepsWrites)
          await sql`delete from idempotency_keys where ${isRow}`.execute(tx)
        throw error
      })
      await sendAlong(tx, sql`update idempotency_keys set answer = ${answer} where ${isRow}`)
      return answer
    }
    const first = await tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'answer'])
      .where(isRow)
      .executeTakeFirstOrThrow()
    if (!first.request_hash.equals(request_hash)) throw new AppError('idempotency_mismatch')
    await checkRepeat(tx, first.answer!)
    return first.answer!
  })
}
