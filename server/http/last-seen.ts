import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Instant } from '../../domain/madrid-time.ts'
import { hashOf } from './token.ts'

const MINUTE = 60_000

/** One statement a minute for all sessions, so that no request waits for it. */
export function noteLastSeen(app: FastifyInstance) {
  let seen = new Map<string, Instant>()

  async function write(): Promise<void> {
    if (seen.size === 0) return
    const batch = [...seen]
    seen = new Map()
    const hashes = batch.map(([token]) => hashOf(token).toString('hex'))
    const times = batch.map(([, at]) => new Date(at))
    // Skips locked rows: two processes would lock the same ones in any order.
    await sql`with seen as (
        select decode(hash, 'hex') as hash, at from unnest(${hashes}::text[], ${times}::timestamptz[]) as s (hash, at)
      ), free as (
        select token_hash from sessions where token_hash in (select hash from seen) for no key update skip locked
      ) update sessions set last_seen_at = greatest(last_seen_at, at)
      from free join seen on hash = free.token_hash where sessions.token_hash = free.token_hash`.execute(
      app.db,
    )
  }

  // A lost minute shows an earlier use.
  const timer = setInterval(() => void write().catch(() => {}), MINUTE)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  app.decorate('lastSeen', { note: (token: string, now: Instant) => void seen.set(token, now), write })
}

declare module 'fastify' {
  interface FastifyInstance {
    lastSeen: { note(token: string, now: Instant): void; write(): Promise<void> }
  }
}
