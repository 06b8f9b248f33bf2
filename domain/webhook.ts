import { isNoShow } from './arrival.ts'
import { DAY, HOUR, MINUTE, type Instant } from './madrid-time.ts'
import { displayedStatus } from './reservation.ts'

const SECOND = 1000

export const WEBHOOK_EVENTS = [
  'reservation.created',
  'reservation.decided',
  'reservation.moved',
  'reservation.cancelled',
  'reservation.arrived',
  'reservation.cancel_requested',
  'reservation.cancel_refused',
  'reservation.completed',
  'reservation.ended_early',
  'reservation.visitor_changed',
  'reservation.no_show',
  'reminder.due',
  'member.registered',
  'member.changed',
  'member.erased',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

export type DeliveryType = WebhookEvent | 'ping'

export type MemberEvent = Extract<WebhookEvent, `member.${string}`>

export const isMemberEvent = (type: DeliveryType): type is MemberEvent => type.startsWith('member.')

/** Events caused by the clock, not by a write. */
export function endEventsOf(
  r: Parameters<typeof isNoShow>[0],
  isKnown: boolean,
  now: Instant,
): WebhookEvent[] {
  const isOver = r.ended_at === null && displayedStatus(r, now) === 'COMPLETED'
  return [
    ...(isOver ? (['reservation.completed'] as const) : []),
    ...(isNoShow(r, isKnown, now) ? (['reservation.no_show'] as const) : []),
  ]
}

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

export const GONE = 410

// Temporary failures.
const PASSING: readonly number[] = [408, 425, 429]
const MOST_REFUSALS = 3

export const isRefusal = (answer: number | null) =>
  answer !== null && answer >= 400 && answer < 500 && answer !== GONE && !PASSING.includes(answer)

/** Null: give up. A test has one attempt. */
export function webhookPause(type: DeliveryType, attempts: number, answer: number | null): number | null {
  if (type === 'ping' || (isRefusal(answer) && attempts >= MOST_REFUSALS)) return null
  return PAUSES[attempts - 1] ?? null
}

type Receiver = { is_on: boolean; is_gone: boolean; failing_since: Instant | null }

const DEAD_AFTER = 10 * MINUTE

export const isReceiverDead = ({ is_on, is_gone, failing_since }: Receiver, now: Instant): boolean =>
  is_gone || (is_on && failing_since !== null && failing_since + DEAD_AFTER <= now)

export const isTooLate = (type: DeliveryType, starts_at: Instant | null, now: Instant): boolean =>
  type === 'reminder.due' && starts_at !== null && starts_at <= now

export const KEPT_FOR = { done: 7 * DAY, failed: 14 * DAY, off: 2 * DAY } as const

export const FORMER_SECRET_LASTS = DAY

export const isFormerSecretGood = (renewed_at: Instant, now: Instant): boolean =>
  now < renewed_at + FORMER_SECRET_LASTS

/** Null for `http` and `https` without credentials or hash. */
export function checkWebhookUrl(text: string): 'no_url' | 'credentials' | null {
  const url = parse(text)
  if (!url) return 'no_url'
  const { protocol, username, password, hash } = url
  if (protocol !== 'https:' && protocol !== 'http:') return 'no_url'
  if (username !== '' || password !== '') return 'credentials'
  return hash === '' ? null : 'no_url'
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
