import { setTimeout } from 'node:timers/promises'
import {
  sql,
  type Kysely,
  type OperationNodeSource,
  type QueryExecutorProvider,
  type Transaction,
} from 'kysely'
import { SETTINGS } from './limits.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export const idsOf = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id)

export const isThere = async (
  db: Db,
  table: 'docents' | 'members' | 'rooms' | 'slots',
  id: number,
): Promise<boolean> =>
  (await db.selectFrom(table).select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** One parameter for all ids, so that the statement is the same for any number of them. */
export const anyOf = (ids: unknown) => sql<number>`any(${ids}::int[])`

const TRIES = 3
// Deadlock or serialization failure: a retry may succeed.
const WORTH_ANOTHER_TRY = new Set(['40P01', '40001'])

const isTransaction = (db: Db): db is Tx => db.isTransaction

// The receiver was deleted after it was read; a retry does not find it.
const RECEIVER_GONE = new Set(['webhook_deliveries_webhook_fkey', 'pushes_subscription_fkey'])

const isWorthAnotherTry = (error: unknown) =>
  (error instanceof Error && 'code' in error && WORTH_ANOTHER_TRY.has(String(error.code))) ||
  RECEIVER_GONE.has(brokenConstraint(error) ?? '')

/** Locked rows are needed out of lock order: roll back, wait for them without other locks, and retry. */
export class StepBack extends Error {
  readonly wait: (tx: Tx) => Promise<void>
  constructor(wait: (tx: Tx) => Promise<void>) {
    super('Rows needed out of lock order are locked.')
    this.wait = wait
  }
}

const STEPS_BACK = 10
const PAUSE_MS = 10
const onLastTry = new WeakSet<Tx>()

/** After too many retries, waits for locks out of order. */
export const isLastTry = (tx: Tx): boolean => onLastTry.has(tx)

/** Retries after a deadlock, a deleted receiver or `StepBack`. Joins a transaction that is open. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return work(db)
  for (let attempt = 1, step = 1; ;) {
    try {
      return await db.transaction().execute((tx) => {
        if (step > STEPS_BACK) onLastTry.add(tx)
        return work(tx)
      })
    } catch (error) {
      if (error instanceof StepBack) {
        await db.transaction().execute(error.wait)
        // Jitter, so that two transactions do not collide again.
        await setTimeout(Math.random() * PAUSE_MS * step)
        attempt = 1
        step += 1
      } else if (attempt < TRIES && isWorthAnotherTry(error)) attempt += 1
      else throw error
    }
  }
}

/** Kysely would wait for each answer. */
export function pipelined<T>(tx: Tx, work: (on: QueryExecutorProvider) => Promise<T>): Promise<T> {
  const executor = tx.getExecutor()
  return executor.provideConnection((connection) => {
    const shared = executor.withConnectionProvider({ provideConnection: (use) => use(connection) })
    return work({ getExecutor: () => shared })
  })
}

export const allowMoreTime = (tx: Tx): Promise<unknown> => sql.raw(SETTINGS.moreTime).execute(tx)

export const readAtLength = (db: Db, read: (tx: Tx) => Promise<void>): Promise<void> =>
  readConsistently(db, async (tx) => {
    await allowMoreTime(tx)
    await read(tx)
  })

export const readConsistently = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

export const brokenConstraint = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined

// Benchmark row: approval
// 1.22 with it, 0.93 without.
/** Marks a statement that is sent together with the next one. */
export const ALONG = '-- along'

/** Pipelines a statement; the next one that is awaited throws its failure. */
export const sendAlong = (tx: Tx, statement: OperationNodeSource): Promise<unknown> =>
  sql`${statement} ${sql.raw(ALONG)}`.execute(tx)
