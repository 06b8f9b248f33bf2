import type pg from 'pg'

/** Finds bookings that are committed and that nobody has notified of, because their process died or stood still. */
export type UnheardBookings = {
  /** A notification has named this transaction. */
  heard(transaction: string): void
  /** Whether there are some that were there at the last look already, and have still not been heard of. */
  look(client: Pick<pg.Client, 'query'>): Promise<boolean>
}

// Several seconds of a rush. An earlier one that is committed later than so many others is not looked for.
const WINDOW = 1_000
/** `pg_current_xact_id()` counts on where the number in a row's `xmin` begins anew. */
const asInRow = (transaction: string) => String(BigInt.asUintN(32, BigInt(transaction)))

export function makeUnheardBookings(): UnheardBookings {
  const heard = new Set<string>()
  let suspected: ReadonlySet<string> | undefined

  function remember(transaction: string) {
    heard.add(transaction)
    if (heard.size > 2 * WINDOW) heard.delete(heard.values().next().value!)
  }

  return {
    heard: (transaction) => remember(asInRow(transaction)),
    async look(client) {
      const { rows } = await client.query<{ transaction: string }>({
        name: 'latest bookings',
        text: `select xmin::text as transaction from
          (select xmin, action from reservation_history order by id desc limit ${WINDOW}) as latest where action = 'create'`,
      })
      const unheard = new Set(rows.map(({ transaction }) => transaction).filter((each) => !heard.has(each)))
      // Nothing is kept yet of before the first look. A notification may still be on its way at the first sight of its booking.
      const missed = suspected ? [...unheard].filter((each) => suspected!.has(each)) : [...unheard]
      const isFirst = suspected === undefined
      for (const each of missed) remember(each)
      suspected = unheard
      return !isFirst && missed.length > 0
    },
  }
}
