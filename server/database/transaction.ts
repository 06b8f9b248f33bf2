import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

const TRIES = 3
// PostgreSQL's deadlock_detected and serialization_failure: it undid everything, and the same work may now go through.
const WORTH_ANOTHER_TRY = new Set(['40P01', '40001'])

const isTransaction = (db: Db): db is Tx => db.isTransaction

/**
 * Runs `work` in one transaction, all or nothing, again when PostgreSQL undid it for another's sake. Inside a
 * transaction it becomes part of that one.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return work(db)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (attempt === TRIES || !WORTH_ANOTHER_TRY.has(code)) throw error
    }
  }
}

/** The name of the constraint that a failed statement broke, if that is why it failed. */
export const brokenConstraint = (error: unknown): string | undefined =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined
