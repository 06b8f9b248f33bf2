import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { CHANNEL } from './database-notifications.ts'

/** A booking that was committed quietly: its transaction, its date, and the member whose it is. */
export type Committed = { transaction: string; date: string; member_id: number }

/** Notifies all processes of bookings that were committed quietly, those of some milliseconds together. */
export type Announcer = {
  add(booking: Committed): void
  /** Sends what is left. */
  close(): Promise<void>
}

// Long enough to send those of a rush together, too short to be felt.
const GATHER_MS = 10

/**
 * `failed` hears of what could not be sent. Nothing is sent once more: a listener that has heard nothing of a booking
 * finds it by itself, as it does where this process dies before it has sent anything.
 */
export function makeAnnouncer(db: Db, failed: (error: unknown) => void): Announcer {
  let gathered: Committed[] = []
  let timer: NodeJS.Timeout | undefined
  let sending: Promise<unknown> = Promise.resolve()

  function send() {
    clearTimeout(timer)
    timer = undefined
    const payloads = gathered.flatMap(({ transaction, date, member_id }) => [
      `slots ${transaction} ${date}`,
      `member ${member_id}`,
    ])
    gathered = []
    if (payloads.length === 0) return
    sending = sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`
      .execute(db)
      .catch(failed)
  }

  return {
    add(booking) {
      gathered.push(booking)
      timer ??= setTimeout(send, GATHER_MS)
    },
    async close() {
      send()
      await sending
    },
  }
}
