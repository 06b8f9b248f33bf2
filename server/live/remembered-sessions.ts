// Benchmark row: schedule
// 0.58 with it, 0.11 without.
import type { Instant } from '../../domain/madrid-time.ts'
import type { FindSession, Owner, Session } from '../http/session.ts'

// A few megabytes; further sessions are read from the database.
const MAX_REMEMBERED = 10_000

function nameOf(owner: Owner): string {
  if ('token_id' in owner) return `token ${owner.token_id}`
  return 'member_id' in owner ? `member ${owner.member_id}` : `admin ${owner.admin_id}`
}

/** For reads. A write here removes ended sessions before its answer, a notification those ended elsewhere. */
export function makeRememberedSessions(read: FindSession) {
  const remembered = new Map<string, { session: Session; owner: string }>()
  /** For each read in progress, the owners forgotten since it began. */
  const reads = new Set<Set<string>>()
  let keeps = false

  function recall(token: string, now: Instant): Session | undefined {
    const known = remembered.get(token)?.session
    if (known && now < known.expires_at) return known
    remembered.delete(token)
    return undefined
  }

  function remember(token: string, session: Session) {
    remembered.set(token, { session, owner: nameOf(session.owner) })
    if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!)
  }

  function forget(owner: Owner | 'all') {
    const name = owner === 'all' ? owner : nameOf(owner)
    for (const outdated of reads) outdated.add(name)
    for (const [token, known] of remembered)
      if (name === 'all' || known.owner === name) remembered.delete(token)
  }

  const find: FindSession = async (audience, token, now) => {
    const known = recall(token, now)
    if (known?.audience === audience) return known
    const outdated = new Set<string>()
    reads.add(outdated)
    const session = await read(audience, token, now).finally(() => reads.delete(outdated))
    if (session?.toDo === null && keeps && !outdated.has('all') && !outdated.has(nameOf(session.owner)))
      remember(token, session)
    return session
  }

  return {
    find,
    forget,
    /** False while something is to do first. */
    knows: (token: string, now: Instant) => recall(token, now) !== undefined,
    /** While false nothing is cached: changes elsewhere could be missed. */
    keep(on: boolean) {
      keeps = on
      forget('all')
    },
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    sessions: ReturnType<typeof makeRememberedSessions>
  }
}
