import type { Selectable } from 'kysely'
import type pg from 'pg'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'

/** One key of PostgreSQL's advisory locks with two; the other is a mail's id. */
const SENDING = 7_203_115

/** Which mails are taken: sign-up codes or all others, the oldest first, so many at once. */
export type Lane = { codes: boolean; most: number }

export type TakenMail = Selectable<Database['mails']>

export type Claims = {
  /** Runs `send` with mails that are due while this process alone may send them, and answers how many there were. */
  take(lane: Lane, send: (mails: TakenMail[]) => Promise<void>): Promise<number>
}

type Session = {
  client: Promise<pg.PoolClient>
  users: number
  isBroken: boolean
  /** The statement that was sent last: a connection takes one after the other. */
  last: Promise<unknown>
}

// More than any pause: a try that lies further ahead was set by another clock, as of a rehearsal, and does not count.
const FAR_AHEAD = 3_600_000
const DUE = `status = 'queued' and (kind = 'verification_code') = $1 and (next_try_at <= $2 or next_try_at > $3)`

/** One look at an index that is almost always empty. */
const IS_ANY_DUE = `select exists (select from mails where ${DUE}) as is_any`

// Mails that others send are passed over, so that slow ones hold up nobody. Beginning counts as a try: a mail that ends
// processes does not do so for ever.
const TAKE = `
  with waiting as materialized (
    select id from mails
    where ${DUE} and id not in (
      select objid::int from pg_locks join pg_database d on d.oid = database
      where locktype = 'advisory' and classid = ${SENDING} and objsubid = 2 and datname = current_database())
    order by id limit $4 for update skip locked
  ), taken as materialized (
    select id from waiting where pg_try_advisory_lock(${SENDING}, id)
  )
  update mails set attempts = attempts + 1 from taken where mails.id = taken.id returning mails.*`

const GIVE_BACK = `select pg_advisory_unlock(${SENDING}, id) from unnest($1::int[]) as id`

/**
 * Claims that last as long as the connection that took them: a process that dies gives them back at once, however it
 * dies, and one that is merely slow keeps them. All of a process share one connection, which it holds only while mails
 * are under way.
 */
export function makeClaims(pool: pg.Pool, now: Clock): Claims {
  let current: Session | undefined

  function leave(session: Session) {
    session.users -= 1
    if (session.users > 0) return
    if (current === session) current = undefined
    // A connection that failed is closed, and its locks with it.
    session.client.then((client) => client.release(session.isBroken)).catch(() => {})
  }

  function ask<Row extends pg.QueryResultRow>(session: Session, text: string, values: unknown[]) {
    const answer = session.last.then(async () => (await (await session.client).query<Row>(text, values)).rows)
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
    async take({ codes, most }, send) {
      const due = [codes, new Date(now()), new Date(now() + FAR_AHEAD)]
      const { rows } = await pool.query<{ is_any: boolean }>(IS_ANY_DUE, due)
      if (!rows[0]!.is_any) return 0
      const session = (current ??= begin())
      session.users += 1
      try {
        const mails = await ask<TakenMail>(session, TAKE, [...due, most])
        if (mails.length === 0) return 0
        try {
          await send(mails.toSorted((a, b) => a.id - b.id))
        } finally {
          // Locks that cannot be given back end with their connection.
          await ask(session, GIVE_BACK, [mails.map(({ id }) => id)]).catch(() => {})
        }
        return mails.length
      } finally {
        leave(session)
      }
    },
  }
}
