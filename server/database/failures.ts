import pg from 'pg'

/** The connection is missing or lost; whether the statement was executed is unknown. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

// Starting, stopping, no free connection, connection lost, or not yet promoted.
const AWAY = /^(57P0[1-5]|53300|25006|08\w{3})$/
// A timeout of a statement, lock or idle transaction, or out of memory.
const BUSY = /^(57014|55P03|25P0[34]|53200)$/
const FULL = /^(53100|58030)$/

/** Failures that may pass by themselves; undefined for all others. */
export function passingFailure(error: unknown): 'away' | 'busy' | 'full' | undefined {
  if (error instanceof DatabaseAway) return passingFailure(error.cause) ?? 'away'
  if (!(error instanceof pg.DatabaseError)) return undefined
  const code = error.code ?? ''
  return AWAY.test(code) ? 'away' : BUSY.test(code) ? 'busy' : FULL.test(code) ? 'full' : undefined
}

/** PostgreSQL reported the failure, so nothing was committed. */
export const isUndone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && passingFailure(error) !== 'away'
