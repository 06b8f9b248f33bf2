import type { Instant } from '../../../../domain/madrid-time.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import type { Snapshots } from '../../../live/snapshots.ts'

/** Figures, and the instant from which the clock alone makes them untrue, where it does. */
type Timed = { valid_until?: Instant }

/** Finds figures, or has them from before: those of this name, over this connection where they have to be found. */
export type Keep = <Figures extends object & Timed>(
  name: string,
  find: (db: Db) => Promise<Figures>,
  db: Db,
) => Promise<Figures>

/**
 * Keeps figures until somebody changes a slot or a reservation, or the clock makes them untrue: for those that nothing else
 * changes.
 */
export const keepUntilChange =
  (snapshots: Snapshots, now: Instant): Keep =>
  async (name, find, db) => {
    const make = async (tx: Tx) => {
      const answer = await find(tx)
      return { answer, valid_until: answer.valid_until ?? Infinity }
    }
    return (await snapshots.get(`figures: ${name}`, now, make, db))!
  }

export const keepNothing: Keep = (_name, find, db) => find(db)
