import type { Instant } from '../../domain/madrid-time.ts'
import { AppError } from './app-error.ts'

const MINUTE = 60_000

/** One request that was counted; `refusal` is there where it is one too many, and it may turn out to be none. */
export type Rate = { refusal: AppError | undefined; giveBack(): void }

/**
 * Counts in this process what each does, and refuses with `too_many_requests` what is more than `most` in a minute. It
 * counts before anything is awaited, so that many at once are many.
 */
export function makeRateLimit(most: number) {
  let current = 0
  let counts = new Map<number | string, number>()
  return (who: number | string, now: Instant): Rate => {
    const minute = Math.floor(now / MINUTE)
    if (minute !== current) {
      current = minute
      counts = new Map<number | string, number>()
    }
    const counted = counts
    const add = (one: number) => counted.set(who, (counted.get(who) ?? 0) + one).get(who)!
    const seconds = Math.ceil(((minute + 1) * MINUTE - now) / 1000)
    const refusal =
      add(1) > most
        ? new AppError('too_many_requests', { headers: { 'retry-after': String(seconds) } })
        : undefined
    return { refusal, giveBack: () => void add(-1) }
  }
}
