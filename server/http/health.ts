import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { DatabaseAway, passingFailure } from '../database/failures.ts'
import type { Db } from '../database/transaction.ts'
import { AppError } from './app-error.ts'

const READY_WITHIN = 800

/** Whether the last write found the disk full. */
export type Storage = { isFull: boolean }

/** /healthz: the process runs. /readyz: the database answers, is migrated, and accepts writes. */
export function healthRoutes(app: FastifyInstance, storage: Storage) {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request) => {
    try {
      await Promise.race([look(app.db, storage), late()])
    } catch (error) {
      if (passingFailure(error)) throw error
      request.log.warn({ err: error }, 'not ready')
      throw new AppError('not_ready', { headers: { 'retry-after': '1' } })
    }
    return { status: 'ready' }
  })
}

async function look(db: Db, storage: Storage) {
  // A standby refuses this function.
  await sql`select pg_current_wal_lsn() from schema_migrations limit 1`.execute(db)
  if (!storage.isFull) return
  await tryToWrite(db)
  storage.isFull = false
}

/** A temporary table needs a new page; a row may fit into an existing one. */
const tryToWrite = (db: Db) =>
  db
    .transaction()
    .execute((tx) =>
      sql`create temporary table room_on_disk on commit drop as select repeat('x', 1000) as text`.execute(tx),
    )

async function late(): Promise<never> {
  await setTimeout(READY_WITHIN, undefined, { ref: false })
  throw new DatabaseAway(`no answer within ${READY_WITHIN} ms`)
}
