import { sql, type RawBuilder } from 'kysely'
import type { Tx } from './transaction.ts'

/** Ends a statement that travels with the next one of its connection. */
export const ALONG = '-- along'

/**
 * Sends a statement of whose answer nothing depends, in one go with the next ones of its transaction, at the latest its
 * commit: that saves the time of a way to the database and back. What it fails of is thrown by the next one that is waited for.
 */
export const sendAlong = (tx: Tx, statement: RawBuilder<unknown>): Promise<unknown> =>
  sql`${statement} ${sql.raw(ALONG)}`.execute(tx)
