import type { Instant } from '../../domain/madrid-time.ts'
import { AppError } from './app-error.ts'

const MINUTE = 60_000

/** `giveBack` uncounts a request that turned out not to count. */
export type Rate = { count: number; refusal: AppError | undefined; giveBack(): void }

/** Counts by caller and minute in this process, before anything is awaited. */
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
    const count = add(1)
    const headers = { 'retry-after': String(Math.ceil(((minute + 1) * MINUTE - now) / 1000)) }
    const refusal = count > most ? new AppError('too_many_requests', { headers }) : undefined
    return { count, refusal, giveBack: () => void add(-1) }
  }
}
