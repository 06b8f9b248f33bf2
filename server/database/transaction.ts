import { setTimeout } from 'node:timers/promises'
import { sql, type Kysely, type QueryExecutorProvider, type Transaction } from 'kysely'
import { SETTINGS } from './limits.ts'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

const TRIES = 3
// PostgreSQL's deadlock_detected and serialization_failure: it undid everything, and the same work may now go through.
const WORTH_ANOTHER_TRY = new Set(['40P01', '40001'])

const isTransaction = (db: Db): db is Tx => db.isTransaction

/** Does `work` again when PostgreSQL undid it for another's sake; inside a transaction that is for whoever began it. */
async function again<T>(db: Db, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (isTransaction(db) || attempt === TRIES || !WORTH_ANOTHER_TRY.has(code)) throw error
    }
  }
}

/**
 * Thrown where a transaction needs rows out of the order in which everybody locks, and another has them: it lets go of
 * everything, waits for them with empty hands, and is done anew.
 */
export class StepBack extends Error {
  readonly wait: (tx: Tx) => Promise<void>
  constructor(wait: (tx: Tx) => Promise<void>) {
    super('Rows that are needed out of order are locked.')
    this.wait = wait
  }
}

// More often than somebody locks the same rows again each time.
const STEPS_BACK = 10
const PAUSE_MS = 10
const onLastTry = new WeakSet<Tx>()

/** Whether a transaction has stepped back so often that it now has to wait where it is. */
export const isLastTry = (tx: Tx): boolean => onLastTry.has(tx)

/**
 * Runs `work` in one transaction, all or nothing, again when PostgreSQL undid it for another's sake or it stepped back.
 * Inside a transaction it becomes part of that one.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return work(db)
  for (let step = 1; ; step += 1) {
    const attempt = (tx: Tx) => {
      if (step > STEPS_BACK) onLastTry.add(tx)
      return work(tx)
    }
    try {
      return await again(db, () => db.transaction().execute(attempt))
    } catch (error) {
      if (!(error instanceof StepBack)) throw error
      await db.transaction().execute(error.wait)
      // Two who have stepped back from each other do not begin anew in step.
      await setTimeout(Math.random() * PAUSE_MS * step)
    }
  }
}

/** Sends the statements of `work` behind each other: Kysely itself would wait for the answer to each. */
export function pipelined<T>(tx: Tx, work: (on: QueryExecutorProvider) => Promise<T>): Promise<T> {
  const executor = tx.getExecutor()
  return executor.provideConnection((connection) => {
    const shared = executor.withConnectionProvider({ provideConnection: (use) => use(connection) })
    return work({ getExecutor: () => shared })
  })
}

/** Gives the rest of a transaction the limits of work that may reach thousands of rows. */
export const allowMoreTime = (tx: Tx): Promise<unknown> => sql.raw(SETTINGS.moreTime).execute(tx)

/** Runs a `read` of thousands of rows on one database snapshot. */
export const readAtLength = (db: Db, read: (tx: Tx) => Promise<void>): Promise<void> =>
  readConsistently(db, async (tx) => {
    await allowMoreTime(tx)
    await read(tx)
  })

/** Runs a `read` of several statements on one database snapshot. */
export const readConsistently = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** The name of the constraint that a failed statement broke, if that is why it failed. */
export const brokenConstraint = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
