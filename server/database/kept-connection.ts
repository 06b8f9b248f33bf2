import type { QueryExecutorProvider } from 'kysely'
import type { Db } from './transaction.ts'

/** Longer than the pauses between those who come in a rush. */
const PAUSE_MS = 100

type Kept = { connection: Promise<QueryExecutorProvider>; giveBack: () => void; works: number }

/**
 * Does works on one connection, which goes back to the others after a pause, or after a failure and what is under way then. A
 * connection has its plans and what it knows of tables in the memory of a process of PostgreSQL: work that wanders over ten
 * of them finds each of them cold. Works may overlap: the statements of the next one are there when those of the last are done.
 */
export function keepConnection(
  db: Db,
  pauseMs = PAUSE_MS,
): <T>(work: (connection: QueryExecutorProvider) => Promise<T>) => Promise<T> {
  let kept: Kept | undefined
  let timer: NodeJS.Timeout | undefined
  const letGo = () => {
    kept?.giveBack()
    kept = undefined
  }
  return async (work) => {
    clearTimeout(timer)
    const mine = (kept ??= borrow(db))
    mine.works += 1
    try {
      return await work(await mine.connection)
    } catch (error) {
      if (kept === mine) kept = undefined
      throw error
    } finally {
      mine.works -= 1
      if (mine.works === 0) {
        if (kept === mine) timer = setTimeout(letGo, pauseMs)
        else mine.giveBack()
      }
    }
  }
}

function borrow(db: Db): Kept {
  const lent = Promise.withResolvers<QueryExecutorProvider>()
  const { promise: isOver, resolve: giveBack } = Promise.withResolvers<void>()
  const executor = db.getExecutor()
  const lending = executor.provideConnection((connection) => {
    // Kysely's own would have one statement wait for the answer to the other.
    const shared = executor.withConnectionProvider({ provideConnection: (use) => use(connection) })
    lent.resolve({ getExecutor: () => shared })
    return isOver
  })
  lending.catch(lent.reject)
  return { connection: lent.promise, giveBack, works: 0 }
}
