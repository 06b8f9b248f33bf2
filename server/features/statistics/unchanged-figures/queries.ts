import type { Instant } from '../../../../domain/madrid-time.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import type { Snapshots, Source } from '../../../live/snapshots.ts'

/** Figures, and the instant from which the clock alone makes them untrue, where it does. */
type Timed = { valid_until?: Instant }

/** Of one date of the event, or of all but some. */
export type Within = { date: string } | { but: readonly string[] }
export const ALL_DATES: Within = { but: [] }

type Find<Figures> = (db: Db) => Promise<Figures>

/** Finds figures, or has them from before: those of this name, over this connection where they have to be found. */
export type Keep = {
  whole<Figures extends object & Timed>(name: string, find: Find<Figures>, db: Db): Promise<Figures>
  /** In parts that are the whole together. */
  parts<Figures extends object & Timed>(
    name: string,
    find: (db: Db, within: Within) => Promise<Figures>,
    db: Db,
  ): Promise<Figures[]>
}

/**
 * Keeps figures until somebody changes a slot or a reservation, or the clock makes them untrue: for those that nothing else
 * changes. Parts are kept until something changes within them. Each of the ten dates on which something has changed last is a
 * part, and all others together are one: a change on one of the ten costs as much as counting that date.
 */
export function keepUntilChange(snapshots: Snapshots, now: Instant): Keep {
  async function get<Figures extends object & Timed>(
    key: string,
    find: Find<Figures>,
    db: Db,
    isOf?: Source<Figures>['isOf'],
  ) {
    const make = async (tx: Tx) => {
      const answer = await find(tx)
      return { answer, valid_until: answer.valid_until ?? Infinity }
    }
    return (await snapshots.get({ key: `figures: ${key}`, make, ...(isOf && { isOf }) }, now, db))!
  }
  return {
    whole: get,
    async parts(name, find, db) {
      const { lately } = snapshots
      const but = `${name} but of ${lately.join()}`
      const parts = [
        await get(
          but,
          (tx) => find(tx, { but: lately }),
          db,
          (date) => !lately.includes(date),
        ),
      ]
      for (const of of lately)
        parts.push(
          await get(
            `${name} of ${of}`,
            (tx) => find(tx, { date: of }),
            db,
            (date) => date === of,
          ),
        )
      return parts
    },
  }
}

export const keepNothing: Keep = {
  whole: (_name, find, db) => find(db),
  parts: async (_name, find, db) => [await find(db, ALL_DATES)],
}
