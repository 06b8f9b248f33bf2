import type { Instant } from '../../domain/madrid-time.ts'
import { AppError } from './app-error.ts'

const MINUTE = 60_000

/**
 * Counts in this process what each does, and refuses with `too_many_requests` what is more than `most` in a minute. It
 * counts before anything is awaited, so that many at once are many.
 */
export function makeRateLimit(most: number) {
  let current = 0
  let counts = new Map<number, number>()
  return (who: number, now: Instant): void => {
    const minute = Math.floor(now / MINUTE)
    if (minute !== current) {
      current = minute
      counts = new Map()
    }
    const count = (counts.get(who) ?? 0) + 1
    counts.set(who, count)
    if (count <= most) return
    const seconds = Math.ceil(((minute + 1) * MINUTE - now) / 1000)
    throw new AppError('too_many_requests', { headers: { 'retry-after': String(seconds) } })
  }
}
