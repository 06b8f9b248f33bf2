import type { Instant } from '../../domain/madrid-time.ts'
import type { FindSession, Owner, Session } from '../http/session.ts'

/**
 * The sessions and API tokens of those who read, remembered so that a poll asks the database nothing. One that has ended, or whose owner
 * has changed, is forgotten before the write that did it is answered here, and at its notification elsewhere.
 */
export type RememberedSessions = {
  find: FindSession
  /** Whether a session is remembered that may be used for more than to set up a second factor. */
  knows(token: string, now: Instant): boolean
  /** Forgets the sessions of one owner, or all; those that are being read now too. */
  forget(owner: Owner | 'all'): void
  /** While false, nothing is remembered: what other processes end could go unheard. */
  keep(keeps: boolean): void
}

/** `since` is the turn in which reading it began. */
type Remembered = { session: Session; since: number }

// A few megabytes. Whose session has no place is asked for as if nothing were remembered.
const MAX_REMEMBERED = 10_000

function nameOf(owner: Owner): string {
  if ('token_id' in owner) return `token ${owner.token_id}`
  return 'member_id' in owner ? `member ${owner.member_id}` : `admin ${owner.admin_id}`
}

export function makeRememberedSessions(read: FindSession): RememberedSessions {
  const remembered = new Map<string, Remembered>()
  /** The turn in which an owner's sessions were forgotten last: what was read from before then on is not true any more. */
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

  return {
    async find(audience, token, now) {
      const known = recall(token, now)
      if (known?.audience === audience) return known
      const since = (turn += 1)
      const session = await read(audience, token, now)
      if (session) remember(token, { session, since })
      return session
    },
    knows(token, now) {
      const known = recall(token, now)
      return known !== undefined && !known.mustSetUp
    },
    forget(owner) {
      // An owner of whom nothing is remembered is noted all the same, for what is being read.
      if (owner === 'all' || forgotten.size >= MAX_REMEMBERED) forgetAll()
      else forgotten.set(nameOf(owner), turn)
    },
    keep(on) {
      keeps = on
      forgetAll()
    },
  }
}
