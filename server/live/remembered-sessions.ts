// Benchmark row: schedule
// 0.58 with it, 0.11 without.
import type { Instant } from '../../domain/madrid-time.ts'
import type { FindSession, Owner, Session } from '../http/session.ts'

export type RememberedSessions = ReturnType<typeof makeRememberedSessions>

/** `since` is the counter when the read began. */
type Remembered = { session: Session; since: number }

// A few megabytes; further sessions are read from the database.
const MAX_REMEMBERED = 10_000

function nameOf(owner: Owner): string {
  if ('token_id' in owner) return `token ${owner.token_id}`
  return 'member_id' in owner ? `member ${owner.member_id}` : `admin ${owner.admin_id}`
}

/** For reads. A write here removes ended sessions before its answer, a notification those ended elsewhere. */
export function makeRememberedSessions(read: FindSession) {
  const remembered = new Map<string, Remembered>()
  /** Reads that began before this counter are outdated. */
  const forgotten = new Map<string, number>()
  let allForgotten = 0
  let turn = 0
  let keeps = false

  const isTrue = ({ session, since }: Remembered) =>
    since > allForgotten && since > (forgotten.get(nameOf(session.owner)) ?? 0)

  function recall(token: string, now: Instant): Session | undefined {
    const known = remembered.get(token)
    if (!known) return undefined
    if (isTrue(known) && now < known.session.expires_at) return known.session
    remembered.delete(token)
    return undefined
  }

  function remember(token: string, found: Remembered) {
    if (!keeps || !isTrue(found)) return
    remembered.set(token, found)
    if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!)
  }

  function forgetAll() {
    allForgotten = turn
    remembered.clear()
    forgotten.clear()
  }

  const find: FindSession = async (audience, token, now) => {
    const known = recall(token, now)
    if (known?.audience === audience) return known
    const since = (turn += 1)
    const session = await read(audience, token, now)
    if (session) remember(token, { session, since })
    return session
  }

  return {
    find,
    /** False while something is to do first. */
    knows(token: string, now: Instant) {
      const known = recall(token, now)
      return known !== undefined && known.toDo === null
    },
    forget(owner: Owner | 'all') {
      // Also without a cached session, to invalidate reads in progress.
      if (owner === 'all' || forgotten.size >= MAX_REMEMBERED) forgetAll()
      else forgotten.set(nameOf(owner), turn)
    },
    /** While false nothing is cached: changes elsewhere could be missed. */
    keep(on: boolean) {
      keeps = on
      forgetAll()
    },
  }
}
