import type { Db } from './transaction.ts'

/** Longer than the pauses between those who come in a rush. */
const PAUSE_MS = 100

type Borrowed = { connection: Db; giveBack: () => void }

/**
 * Does one work after the other on one connection, which goes back to the others after a pause or a failure. A connection
 * has its plans and what it knows of tables in the memory of a process of PostgreSQL: work that wanders over ten of them
 * finds each of them cold. Works must not overlap.
 */
export function keepConnection(
  db: Db,
  pauseMs = PAUSE_MS,
): <T>(work: (connection: Db) => Promise<T>) => Promise<T> {
  let borrowed: Borrowed | undefined
  let timer: NodeJS.Timeout | undefined
  const giveBack = () => {
    borrowed?.giveBack()
    borrowed = undefined
  }
  return async (work) => {
    clearTimeout(timer)
    try {
      borrowed ??= await borrow(db)
      const result = await work(borrowed.connection)
      timer = setTimeout(giveBack, pauseMs)
      return result
    } catch (error) {
      giveBack()
      throw error
    }
  }
}

const borrow = (db: Db) =>
  new Promise<Borrowed>((resolve, reject) => {
    const lend = (connection: Db) =>
      new Promise<void>((giveBack) => {
        resolve({ connection, giveBack })
      })
    db.connection().execute(lend).catch(reject)
  })
