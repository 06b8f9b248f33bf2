import { sql, type Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'

/** Mails that are done within so many milliseconds are marked by one statement. */
const GATHERED_MS = 50

/** Writes down the fate of mails. */
export type Marker = {
  sent(id: number): void
  /** To be tried again after so many seconds. */
  tried(id: number, reason: string, pause: number): void
  gaveUp(id: number, reason: string): void
  /** Why the database takes no more word of it, if that is so: whatever else were sent would be sent again. */
  readonly failure: unknown
  /** Waits until everything is written down, and throws where it could not be. */
  end(): Promise<void>
}

/** The fate of a mail: the reason why it has not left, or null, and the seconds until it is tried again, if it is. */
type Fate = { id: number; reason: string | null; pause: number | null }

/** A marker for one batch of mails; `complain` hears once that nothing more can be written down. */
export function makeMarker(db: Kysely<Database>, now: Clock, complain: (error: unknown) => void): Marker {
  let fates: Fate[] = []
  let timer: NodeJS.Timeout | undefined
  let written = Promise.resolve()
  let failure: unknown

  function write() {
    clearTimeout(timer)
    timer = undefined
    const these = fates
    fates = []
    const again = () => mark(db, these, new Date(now()))
    // Once more where a lock or a connection was in the way: mails that are not marked leave a second time.
    if (these.length > 0) written = written.then(() => again().catch(again))
    return written
  }

  function add(fate: Fate) {
    fates.push(fate)
    timer ??= setTimeout(() => {
      write().catch((error: unknown) => {
        // Fates that are gathered while these wait fail with them.
        if (failure === undefined) complain(error)
        failure = error
      })
    }, GATHERED_MS)
  }

  return {
    sent: (id) => add({ id, reason: null, pause: null }),
    tried: (id, reason, pause) => add({ id, reason, pause }),
    gaveUp: (id, reason) => add({ id, reason, pause: null }),
    get failure() {
      return failure
    },
    end: write,
  }
}

// In the order in which others lock mails, so that none waits for another crosswise. A reason may quote the address.
async function mark(db: Kysely<Database>, fates: readonly Fate[], at: Date): Promise<void> {
  const columns = [
    fates.map(({ id }) => id),
    fates.map(({ reason }) => reason),
    fates.map(({ pause }) => pause),
  ]
  await sql`
    update mails set
      status = case when fate.reason is null then 'sent' when fate.pause is null then 'failed' else status end,
      sent_at = case when fate.reason is null then ${at} else sent_at end,
      last_error = case when fate.pause is null and fate.reason is not null and erase_when_done then 'not delivered'
        else fate.reason end,
      next_try_at = coalesce(${at}::timestamptz + fate.pause * interval '1 second', next_try_at)
    from (
      select mails.id, told.reason, told.pause
      from unnest(${columns[0]}::int[], ${columns[1]}::text[], ${columns[2]}::float8[]) as told (id, reason, pause)
        join mails on mails.id = told.id and mails.status = 'queued'
      order by mails.id for update of mails
    ) as fate
    where mails.id = fate.id`.execute(db)
}
