import { HOUR, type Instant } from './madrid-time.ts'

export const WAITING_AGES = ['under_1_hour', 'under_4_hours', 'under_1_day', 'over_1_day'] as const
export type WaitingAge = (typeof WAITING_AGES)[number]

export function waitingAge(asked_at: Instant, now: Instant): WaitingAge {
  const hours = (now - asked_at) / HOUR
  if (hours < 1) return 'under_1_hour'
  if (hours < 4) return 'under_4_hours'
  return hours < 24 ? 'under_1_day' : 'over_1_day'
}
