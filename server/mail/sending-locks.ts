import type pg from 'pg'

/** One key of PostgreSQL's advisory locks with two; the other is a mail's id. */
export const SENDING = 7_203_115

export type SendingLocks = {
  /** Runs `send` with those of the mails that nobody sends already, while this process alone may send them. */
  whileAlone<T>(ids: readonly number[], send: (free: number[]) => Promise<T>): Promise<T>
}

type Session = {
  client: Promise<pg.PoolClient>
  users: number
  isBroken: boolean
  /** The statement that was sent last: a connection takes one after the other. */
  last: Promise<unknown>
}

/**
 * Locks that last as long as the connection that took them: a process that dies gives them back at once, however it
 * dies, and one that is merely slow keeps them. All of a process share one connection, which it holds only while mails
 * are under way.
 */
export function makeSendingLocks(pool: pg.Pool): SendingLocks {
  /** A lock does not keep its own session out. */
  const own = new Set<number>()
  let current: Session | undefined

  function leave(session: Session) {
    session.users -= 1
    if (session.users > 0) return
    if (current === session) current = undefined
    // A connection that failed is closed, and its locks with it.
    session.client.then((client) => client.release(session.isBroken)).catch(() => {})
  }

  function ask(session: Session, statement: string, ids: readonly number[]): Promise<number[]> {
    const answer = session.last.then(async () => {
      const client = await session.client
      const text = `select id from unnest($2::int[]) as id where ${statement}($1, id)`
      const { rows } = await client.query<{ id: number }>(text, [SENDING, ids])
      return rows.map(({ id }) => id)
    })
    session.last = answer.catch(() => {
      session.isBroken = true
      if (current === session) current = undefined
    })
    return answer
  }

  const begin = (): Session => ({
    client: pool.connect(),
    users: 0,
    isBroken: false,
    last: Promise.resolve(),
  })

  return {
    async whileAlone(ids, send) {
      const asked = ids.filter((id) => !own.has(id))
      for (const id of asked) own.add(id)
      const session = (current ??= begin())
      session.users += 1
      try {
        const free = await ask(session, 'pg_try_advisory_lock', asked)
        try {
          return await send(free)
        } finally {
          // Locks that cannot be given back end with their connection.
          await ask(session, 'pg_advisory_unlock', free).catch(() => {})
        }
      } finally {
        for (const id of asked) own.delete(id)
        leave(session)
      }
    },
  }
}
