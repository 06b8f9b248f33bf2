import type { Db } from './transaction.ts'

type Read<Found> = (db: Db) => Promise<Found>

/**
 * Runs reads at once, the statements of each one after the other on one connection: inside a transaction all on that one's. A
 * new connection costs as much as a statement that counts a table, and no more statements than processors go on at once.
 *
 * The pool gives out first what came back last. Therefore connections come back in the reverse order, and each read has the
 * same one the next time: the first look at a page costs a connection more than counting what stands there.
 */
export const readAtOnce = <Found extends readonly unknown[]>(
  db: Db,
  ...reads: { [N in keyof Found]: Read<Found[N]> }
): Promise<Found> =>
  (db.isTransaction
    ? Promise.all(reads.map((read) => read(db)))
    : readInOrder(db, reads)) as Promise<unknown> as Promise<Found>

/** Each connection comes back after those of the later reads. */
function readInOrder(db: Db, reads: readonly Read<unknown>[]): Promise<unknown[]> {
  const haveBegun = new Set<number>()
  const all: Promise<unknown>[] = reads.map((read, n) =>
    db.connection().execute(async (connection) => {
      haveBegun.add(n)
      try {
        return await read(connection)
      } finally {
        // Those that wait for a connection themselves may wait for this one.
        await Promise.allSettled(all.filter((_, other) => other > n && haveBegun.has(other)))
      }
    }),
  )
  return Promise.all(all)
}
