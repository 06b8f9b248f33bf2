import type { Instant } from './madrid-time.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The events that a webhook can be told of, as receivers read them. */
export const WEBHOOK_EVENTS = [
  'reservation.created',
  'reservation.decided',
  'reservation.moved',
  'reservation.cancelled',
  'reservation.arrived',
  'reminder.due',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** An event, or the test that an administrator asks for. */
export type DeliveryType = WebhookEvent | 'ping'

/** The pauses before each further try: ten tries within six hours and a quarter. */
const PAUSES = [
  10 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  2.5 * HOUR,
]
/** No delivery waits longer for its next try. */
export const LONGEST_PAUSE = Math.max(...PAUSES)

/**
 * When a delivery that has failed `attempts` times is tried again; null when it is given up. A test is tried once, because
 * somebody is waiting for its outcome.
 */
export function nextTryAt(type: DeliveryType, attempts: number, now: Instant): Instant | null {
  const pause = type === 'ping' ? undefined : PAUSES[attempts - 1]
  return pause === undefined ? null : now + pause
}

/** Whether a delivery would come too late to be of use: a reminder of what has begun. */
export const isTooLate = (type: DeliveryType, starts_at: Instant | null, now: Instant): boolean =>
  type === 'reminder.due' && starts_at !== null && starts_at <= now

/** How long deliveries are kept: those that arrived, to be looked at, and the others, to be sent again. */
export const KEPT_FOR = { done: 7 * DAY, failed: 14 * DAY } as const

/** After a new secret was made, the former one signs as well for so long. */
export const FORMER_SECRET_LASTS = DAY

/** Whether the secret that was replaced at `renewed_at` still signs. */
export const isFormerSecretGood = (renewed_at: Instant, now: Instant): boolean =>
  now < renewed_at + FORMER_SECRET_LASTS

/** Why an address is none that a webhook can have, or null. `http` is possible, where the service allows the address. */
export function checkWebhookUrl(text: string): 'no_url' | 'credentials' | null {
  const url = parse(text)
  if (!url) return 'no_url'
  const { protocol, username, password, hash } = url
  if (protocol !== 'https:' && protocol !== 'http:') return 'no_url'
  if (username !== '' || password !== '') return 'credentials'
  return hash === '' ? null : 'no_url'
}

// Browsers that have no `canParse` are still about.
function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
