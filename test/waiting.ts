import type pg from 'pg'

/** Statements that wait for a lock, except brief internal locks for notifications and file extension. */
export async function findWaiting(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and wait_event not in ('object', 'extend')`,
  )
  return rows.map(({ query }) => query)
}

export const countWaiting = async (pool: pg.Pool): Promise<number> => (await findWaiting(pool)).length
