import type { Instant } from '../../../../domain/madrid-time.ts'

/** For example `1분 05초`; null if none. */
export function remaining(until: Instant, at: Instant): string | null {
  const seconds = Math.ceil((until - at) / 1_000)
  if (seconds <= 0) return null
  const rest = String(seconds % 60).padStart(2, '0')
  return seconds < 60 ? `${seconds}초` : `${Math.floor(seconds / 60)}분 ${rest}초`
}
