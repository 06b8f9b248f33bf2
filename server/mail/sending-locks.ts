import type pg from 'pg'

/** One key of PostgreSQL's advisory locks with two; the other is the mail's id. */
export const SENDING = 7_203_115

export type SendingLocks = {
  /**
   * Runs `send` while this process alone may send that mail; answers undefined, without having run it, while somebody
   * sends it already.
   */
  whileAlone<T>(mail_id: number, send: () => Promise<T>): Promise<T | undefined>
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

  function ask(session: Session, statement: string, mail_id: number): Promise<boolean> {
    const answer = session.last.then(async () => {
      const client = await session.client
      const { rows } = await client.query<{ done: boolean }>(`select ${statement}($1, $2) as done`, [
        SENDING,
        mail_id,
      ])
      return rows[0]!.done
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
    async whileAlone(mail_id, send) {
      if (own.has(mail_id)) return undefined
      own.add(mail_id)
      const session = (current ??= begin())
      session.users += 1
      try {
        if (!(await ask(session, 'pg_try_advisory_lock', mail_id))) return undefined
        try {
          return await send()
        } finally {
          // A lock that cannot be given back ends with its connection.
          await ask(session, 'pg_advisory_unlock', mail_id).catch(() => {})
        }
      } finally {
        own.delete(mail_id)
        leave(session)
      }
    },
  }
}
