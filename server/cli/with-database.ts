import { makeDb, makePool } from '../database/connect.ts'
import { readableFailure } from '../database/readable-failure.ts'
import type { Db } from '../database/transaction.ts'
import { readEnv, type Env } from '../env.ts'
import { joinDatabase, untilStopped } from '../open-database.ts'

// Undefined table and column.
const UNKNOWN_TO_IT = new Set(['42P01', '42703'])

const report = (error: unknown) =>
  error instanceof Error && 'code' in error && UNKNOWN_TO_IT.has(String(error.code))
    ? 'The database is of an older version, or of another program: start this version of the server first.'
    : readableFailure(error)

/** `work` may run beside the server. It returns the text of a problem; failures are printed in one line. */
export async function withDatabase(work: (db: Db, env: Env) => Promise<string | undefined>) {
  try {
    const env = readEnv()
    const { connection, stop } = await untilStopped(joinDatabase, env)
    const db = makeDb(makePool(connection, () => {}))
    try {
      const problem = await work(db, env)
      if (problem !== undefined) throw new Error(problem)
    } finally {
      await db.destroy()
      await stop()
    }
  } catch (error) {
    console.error(report(error))
    process.exitCode = 1
  }
}
