import { sql, type Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/schema.ts'

/** Mails that are done within so many milliseconds are marked by one statement. */
const GATHERED_MS = 50

/** Writes down the fate of mails. */
export type Marker = {
  sent(id: number): void
  tried(id: number, reason: string): void
  /** Why the database takes no more word of it, if that is so: whatever else were sent would be sent again. */
  readonly failure: unknown
  /** Waits until everything is written down, and throws where it could not be. */
  end(): Promise<void>
}

/** The fate of a mail: the reason why it has not left, or null. */
type Fate = { id: number; reason: string | null }

/** A marker for one batch of mails; `complain` hears of it when nothing more can be written down. */
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
        failure = error
        complain(error)
      })
    }, GATHERED_MS)
  }

  return {
    sent: (id) => add({ id, reason: null }),
    tried: (id, reason) => add({ id, reason }),
    get failure() {
      return failure
    },
    end: write,
  }
}

// In the order in which others lock mails, so that none waits for another crosswise.
async function mark(db: Kysely<Database>, fates: readonly Fate[], at: Date): Promise<void> {
  const [ids, reasons] = [fates.map(({ id }) => id), fates.map(({ reason }) => reason)]
  await sql`
    update mails set attempts = attempts + 1, last_error = fate.reason,
      status = case when fate.reason is null then 'sent' else status end,
      sent_at = case when fate.reason is null then ${at} else sent_at end
    from (
      select mails.id, told.reason from unnest(${ids}::int[], ${reasons}::text[]) as told (id, reason)
        join mails on mails.id = told.id and mails.status = 'queued'
      order by mails.id for update of mails
    ) as fate
    where mails.id = fate.id`.execute(db)
}
