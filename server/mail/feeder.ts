import { sql } from 'kysely'
import { fromKysely, type PgBoss } from 'pg-boss'
import type { Clock } from '../clock.ts'
import { inTransaction, type Db, type Tx } from '../database/transaction.ts'
import { jobOf, MAIL_QUEUE } from './queue.ts'
import { isTooLate, TOO_LATE } from './too-late.ts'

/** How often a process looks for mails that have no job yet, its own and those that others have left. */
const PULSE_MS = 200
const AT_ONCE = 500

type FeederParts = {
  boss: Pick<PgBoss, 'insert'>
  db: Db
  now: Clock
  /** Lets this process fetch at once. */
  poke: () => void
  stumbled: (error: unknown) => void
}

/**
 * Gives every mail that waits a job, at most one, whichever process has posted it: what tells a mail has nothing to do
 * with the queue. A mail waits from the commit of its row on, and a process that dies after that leaves it to the next
 * look of any other.
 */
export function keepFeeding({ boss, db, now, poke, stumbled }: FeederParts): { stop(): Promise<void> } {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let feeding = Promise.resolve()

  async function lookAgain() {
    let given = 0
    try {
      if (await isAnyWaiting(db)) given = await feed(boss, db, now())
    } catch (error) {
      stumbled(error)
    }
    if (given > 0) poke()
    if (!isStopped) timer = setTimeout(look, given === AT_ONCE ? 0 : PULSE_MS)
  }

  const look = () => {
    feeding = lookAgain()
  }
  look()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
      return feeding
    },
  }
}

const WAITING = sql<boolean>`status = 'queued' and not has_job`

/** One look at an index that is almost always empty. */
const isAnyWaiting = async (db: Db): Promise<boolean> =>
  (await sql<{ waits: boolean }>`select exists (select from mails where ${WAITING}) as waits`.execute(db))
    .rows[0]!.waits

/** Gives the oldest mails that wait their jobs, and answers how many it found; others may do so at the same time. */
export const feed = (boss: Pick<PgBoss, 'insert'>, db: Db, now: number): Promise<number> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: number; kind: string; created_at: Date; lapses_at: number | null }>`
      update mails set has_job = true
      where id in (select id from mails where ${WAITING} order by id limit ${AT_ONCE} for update skip locked)
      returning id, kind, created_at, (facts ->> 'lapses_at')::float8 as lapses_at`.execute(tx)
    const isLate = (mail: (typeof rows)[number]) => isTooLate(mail, now)
    const [late, worth] = [rows.filter(isLate), rows.filter((mail) => !isLate(mail))]
    if (late.length > 0)
      await giveUpLate(
        tx,
        late.map(({ id }) => id),
      )
    if (worth.length > 0) await boss.insert(MAIL_QUEUE, worth.map(jobOf), { db: fromKysely(tx) })
    return rows.length
  })

const giveUpLate = (tx: Tx, ids: number[]) =>
  tx.updateTable('mails').set({ status: 'failed', last_error: TOO_LATE }).where('id', 'in', ids).execute()
