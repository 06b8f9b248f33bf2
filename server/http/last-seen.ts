import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Instant } from '../../domain/madrid-time.ts'
import { hashOf } from './session.ts'

const MINUTE = 60_000

/** One statement a minute for all sessions, so that no request waits for it. */
export function noteLastSeen(app: FastifyInstance) {
  let seen = new Map<string, Instant>()

  async function write(): Promise<void> {
    if (seen.size === 0) return
    const batch = [...seen]
    seen = new Map()
    const hashes = batch.map(([token]) => hashOf(token))
    const times = batch.map(([, at]) => new Date(at))
    // Skips locked rows: two processes would lock the same ones in any order.
    await sql`update sessions set last_seen_at = greatest(last_seen_at, at) from (
        select token_hash as hash, at from sessions join unnest(${hashes}::bytea[], ${times}::timestamptz[])
        as seen (hash, at) on hash = token_hash for no key update of sessions skip locked
      ) as free where token_hash = hash`.execute(app.db)
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
