import type pg from 'pg'
import type { Owner } from '../http/session.ts'
import type { Reach } from './snapshots.ts'

const CHANNEL = 'fairslot_changed'
const RECONNECT_AFTER = 500
const HEARTBEAT_EVERY = 1_000
/** Settings of a connection that only listens: asked each second whether it still lives, it is missed within two. */
export const LISTENER_CONNECTION = {
  keepAlive: true,
  connectionTimeoutMillis: 1_000,
  query_timeout: 750,
}
// The second one is sent when the table is emptied.
const BOOKINGS = new Set(['bookings', 'reservations'])

type Listener = {
  /** A transaction has changed something that snapshots show, here or in another process. */
  changed(reach: Reach, transaction: string): void
  /** One member's reservations have. */
  memberChanged(member_id: number): void
  /** Sessions have ended, or whose they are has changed: those of one owner, or of anybody. */
  sessionsEnded(owner: Owner | 'all'): void
  /** Whether changes are heard at the moment. */
  hearing(hears: boolean): void
}

/**
 * Listens for the notifications that triggers send on every change of the schedule. Reconnects by itself; between a
 * lost connection and the next one `hearing(false)` holds. The clients need a `query_timeout`, by which a dead connection
 * is noticed.
 */
export function listenForChanges(connect: () => pg.Client, listener: Listener): { stop(): Promise<void> } {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let stopped = false

  function lost() {
    clearTimeout(heartbeat)
    listener.hearing(false)
    client?.removeAllListeners('end')
    client?.end().catch(() => {})
    client = undefined
    if (!stopped) timer = setTimeout(() => void begin(), RECONNECT_AFTER)
  }

  /** A connection that a network swallows says nothing of it, and a client that only listens says nothing either. */
  function beat(current: pg.Client) {
    heartbeat = setTimeout(() => void look(current), HEARTBEAT_EVERY)
  }

  async function look(current: pg.Client) {
    try {
      await current.query('select')
      if (client === current) beat(current)
    } catch {
      if (client === current) lost()
    }
  }

  /** Of times and reservations it is said which date they are of, unless they may be of any. */
  function changed(table: string, transaction: string, date: string | undefined) {
    if (!BOOKINGS.has(table))
      return listener.changed(table === 'slot_times' ? 'slots' : 'everything', transaction)
    listener.changed(date === undefined ? 'bookings' : { dates: [date] }, transaction)
  }

  async function begin() {
    const next = connect()
    client = next
    // Without a listener an error of the connection would end the process; `end` follows it.
    next.on('error', () => {})
    next.on('end', () => client === next && lost())
    next.on('notification', ({ payload }) => {
      const [what, id, date] = payload!.split(' ') as [string, string, string?]
      if (what === 'member') listener.memberChanged(Number(id))
      else if (what === 'member_session') listener.sessionsEnded({ member_id: Number(id) })
      else if (what === 'admin_session') listener.sessionsEnded({ admin_id: Number(id) })
      else if (what === 'api_token') listener.sessionsEnded({ token_id: Number(id) })
      else if (what === 'sessions') listener.sessionsEnded('all')
      else changed(what, id, date)
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      listener.hearing(true)
      beat(next)
    } catch {
      if (client === next) lost()
    }
  }

  void begin()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      clearTimeout(heartbeat)
      client?.removeAllListeners('end')
      await client?.end().catch(() => {})
    },
  }
}
