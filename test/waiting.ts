import type pg from 'pg'

/**
 * The statements of this database that wait for what somebody holds. Any two may wait for each other for a moment, to
 * notify or to make a file longer, and are none of them.
 */
export async function findWaiting(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and wait_event not in ('object', 'extend')`,
  )
  return rows.map(({ query }) => query)
}

/** How many statements of this database wait for what somebody holds. */
export const countWaiting = async (pool: pg.Pool): Promise<number> => (await findWaiting(pool)).length
