import * as z from 'zod/mini'
import { checkWebhookUrl, WEBHOOK_EVENTS } from '../../domain/webhook.ts'
import { endpoint } from '../endpoint.ts'
import { KEEPS_OTHERS, confirmation, id, line, textOrNull } from '../field.ts'
import { toResend } from './selection.ts'

const URL_TEXT = '올바른 주소를 입력해주세요. (https://...)'
const CREDENTIALS_TEXT = '주소에 아이디와 비밀번호를 넣을 수 없습니다. 받는 곳은 서명으로 확인해주세요.'
const MAX_URL = 500

const url = line(URL_TEXT, MAX_URL).check(
  z.refine((text) => checkWebhookUrl(text) !== 'no_url', URL_TEXT),
  z.refine((text) => checkWebhookUrl(text) !== 'credentials', CREDENTIALS_TEXT),
)

const EVENTS_TEXT = '받을 알림을 하나 이상 선택해주세요.'
const events = z
  .array(z.enum(WEBHOOK_EVENTS), EVENTS_TEXT)
  .check(z.minLength(1, EVENTS_TEXT), z.maxLength(50, EVENTS_TEXT))

const form = { name: line('이름을 입력해주세요.'), url, events, is_on: z.boolean() }
const asShown = z.object({
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  is_on: z.boolean(),
})

const delivery = z.object({
  id,
  /** As sent to the receiver. */
  event_id: z.string(),
  type: z.enum([...WEBHOOK_EVENTS, 'ping']),
  reservation_id: z.nullable(id),
  member_id: z.nullable(id),
  occurred_at: z.string(),
  /** `expired`: a reminder that would arrive too late. */
  status: z.enum(['waiting', 'delivered', 'failed', 'expired']),
  attempts: z.int(),
  /** Null if queued or finished. */
  next_try_at: textOrNull,
  /** HTTP status of the last attempt. */
  answer: z.nullable(z.int()),
  /** Null if the receiver answered. */
  failure: textOrNull,
  done_at: textOrNull,
})
export type WebhookDelivery = z.output<typeof delivery>

export const webhook = z.extend(asShown, {
  id,
  created_at: z.string(),
  created_by: z.string(),
  /** Null without a second valid secret. */
  former_secret_until: textOrNull,
  /** The first failure since the last success; null once switched off. */
  failing_since: textOrNull,
  /** When the receiver answered 410, which switched the webhook off; null once it is saved again. */
  gone_at: textOrNull,
  waiting: z.int(),
  failed: z.int(),
  /** The latest attempt. */
  last_delivery: z.nullable(delivery),
})
export type Webhook = z.output<typeof webhook>

export const listWebhooks = endpoint({
  role: 'owner',
  path: '/api/admin/webhooks/',
  scope: 'webhooks',
  summary:
    'The webhooks in the order of their making, how many deliveries wait or were given up, and the last one',
  response: z.array(webhook),
})

export const addWebhook = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'POST',
  path: '/api/admin/webhooks/',
  scope: 'webhooks',
  summary: 'Add a webhook; its secret is shown only once',
  body: z.object(form),
  audit: { target: 'webhook', keeps: ['name', 'events', 'is_on'] },
  response: z.extend(confirmation, { webhook, secret: z.string() }),
  status: 201,
  secret: true,
})

export const changeWebhook = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'PUT',
  path: '/api/admin/webhooks/{id}/',
  scope: 'webhooks',
  summary: `Change a webhook, or switch it off or on; while it is off, its events are kept for 48 hours and sent once it is on. ${KEEPS_OTHERS}`,
  body: z.object({ ...form, expected: z.optional(z.partial(asShown)) }),
  audit: { target: 'webhook', keeps: ['name', 'events', 'is_on'] },
  response: z.extend(confirmation, { webhook }),
  errors: ['changed_meanwhile'],
})

export const deleteWebhook = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'DELETE',
  path: '/api/admin/webhooks/{id}/',
  scope: 'webhooks',
  summary: 'Delete a webhook with its deliveries',
  audit: { target: 'webhook', keeps: ['name'] },
  response: z.extend(confirmation, { name: z.string() }),
})

export const renewWebhookSecret = endpoint({
  role: 'owner',
  confirmed: true,
  method: 'POST',
  path: '/api/admin/webhooks/{id}/secret/',
  scope: 'webhooks',
  summary: 'Make a new secret, shown only once; for a day the former one signs too',
  audit: { target: 'webhook' },
  response: z.extend(confirmation, { webhook, secret: z.string() }),
  secret: true,
})

export const testWebhook = endpoint({
  role: 'owner',
  method: 'POST',
  path: '/api/admin/webhooks/{id}/test/',
  scope: 'webhooks',
  summary: 'Send a `ping`, also while the webhook is off; its deliveries show the outcome',
  audit: { target: 'webhook' },
  response: z.extend(confirmation, { delivery }),
  status: 201,
})

export const listWebhookDeliveries = endpoint({
  role: 'owner',
  path: '/api/admin/webhooks/{id}/deliveries/',
  scope: 'webhooks',
  summary: 'The latest fifty deliveries of a webhook, the newest first',
  response: z.array(delivery),
})

/** Keeps the transaction short. */
export const resendDeliveries = endpoint({
  role: 'owner',
  method: 'POST',
  path: '/api/admin/webhooks/{id}/resend/',
  scope: 'webhooks',
  summary:
    'Resend failed deliveries: those named, or up to 500 of them; others are skipped. Not while the webhook is off',
  body: toResend('다시 보낼 알림을 선택해주세요.', '건'),
  audit: { target: 'webhook', keeps: ['queued'] },
  response: z.extend(confirmation, { queued: z.int() }),
  errors: ['webhook_off'],
})
