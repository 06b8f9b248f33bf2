import { sql, type OperationNodeSource, type RawBuilder } from 'kysely'
import type { Tx } from './transaction.ts'

/** Ends a statement that travels with the next one of its connection. */
export const ALONG = '-- along'

/** A statement as one that travels along. */
const along = (statement: OperationNodeSource): RawBuilder<unknown> => sql`${statement} ${sql.raw(ALONG)}`

/**
 * Sends a statement on whose answer nothing depends, in one go with the next ones of its transaction, at the latest its
 * commit: that saves a way to the database and back. Its failure is thrown by the next statement that is waited for.
 */
export const sendAlong = (tx: Tx, statement: OperationNodeSource): Promise<unknown> =>
  along(statement).execute(tx)
