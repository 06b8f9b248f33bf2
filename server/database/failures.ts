import pg from 'pg'

/** There is no connection to the database, or it was lost. Whether what was sent has been done is not known. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

// Starting, stopping, out of connections, or a connection that was ended in between.
const AWAY = /^(57P0[1-5]|53300|08\w{3})$/
// A statement, a wait for a lock or a pause took too long; memory ran out.
const BUSY = /^(57014|55P03|25P0[34]|53200)$/
const FULL = /^(53100|58030)$/

/** Why the database cannot do now what it may well do later; undefined for every other failure. */
export function passingFailure(error: unknown): 'away' | 'busy' | 'full' | undefined {
  if (error instanceof DatabaseAway) return passingFailure(error.cause) ?? 'away'
  if (!(error instanceof pg.DatabaseError)) return undefined
  const code = error.code ?? ''
  return AWAY.test(code) ? 'away' : BUSY.test(code) ? 'busy' : FULL.test(code) ? 'full' : undefined
}

/** Whether it is known that nothing of what failed was done. */
export const isUndone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && passingFailure(error) !== 'away'
